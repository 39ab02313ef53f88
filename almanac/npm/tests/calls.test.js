// Calls with good and bad arguments.
import assert from "node:assert/strict";
import { test } from "node:test";
import { eclipse, eclipses, localCircumstances, path, position, riseSet, search } from "umbra-eclipse";

const BURGOS = { lat: 42.34, lng: -3.7, height: 860 };

test("an eclipse has its type and Saros number", () => {
  const { jd, date, type, saros } = eclipse("2026-08-12");
  assert.deepEqual({ jd, date: date.slice(0, 16), type, saros }, {
    jd: 2461264.5,
    date: "2026-08-12T17:45",
    type: 8,
    saros: 126,
  });
});

test("an eclipse is a date, a Date or a result", () => {
  const [found] = search(BURGOS, "2026-08-01", new Date("2026-09-01"));
  const expected = localCircumstances("2026-08-12", BURGOS);
  for (const date of [new Date("2026-08-12T17:00Z"), found, eclipse("2026-08-12"), "2026-08-11T12:00:00Z"]) {
    assert.deepEqual(localCircumstances(date, BURGOS), expected);
  }
});

test("every eclipse of the list is found by its date", () => {
  assert.equal(eclipses().length, 454);
  for (const date of eclipses()) assert.equal(eclipse(date).date.slice(0, 10), date);
});

test("options change the basis", () => {
  const options = { theory: "precise", k1: 0.2725076, k2: 0.2722, sunRadius: 959.95, deltaT: 70 };
  const { accuracy } = localCircumstances("2026-08-12", BURGOS, options);
  assert.deepEqual([accuracy.theory, accuracy.k1, accuracy.deltaT], ["precise", 0.2725076, 70]);
  assert.deepEqual(path("2026-08-12", { ...options, paths: ["c"] }).eclipse.k2, 0.2722);
  assert.equal(search(BURGOS, "2026-01-01", "2027-01-01", options).length, 1);
});

test("bodies and a place are optional", () => {
  assert.deepEqual(Object.keys(position("2026-08-12")), ["sun", "moon"]);
  assert.ok(position(new Date(), ["gc"], BURGOS).gc.localHorizontal);
  const [day, events] = Object.entries(riseSet({ lat: 80, lng: 0 }, "2026-06-21", "2026-06-21", ["sun"]))[0];
  assert.equal(day, "2026-06-21T00:00:00.000Z");
  assert.deepEqual(events[0], { key: "sun_always_above", date: null });
});

const local = (place, options) => localCircumstances("2026-08-12", place, options);

for (const [call, name, message] of [
  [() => eclipse(), "TypeError", /^undefined is no date: pass a string/],
  [() => eclipse(new Date(NaN)), "TypeError", /^Invalid Date is no date/],
  [() => eclipse({ date: null }), "TypeError", /is no date/],
  [() => eclipse("2026-02-30"), "RangeError", /^eclipse: "2026-02-30" is not a date/],
  [() => eclipse("2026-08-20"), "RangeError", /^eclipse: .* the nearest is that of 2026-08-12/],
  [() => local(), "TypeError", /^place: is missing/],
  [() => local({ lat: 1 }), "TypeError", /^place: missing field `lng`/],
  [() => local({ lat: "1", lng: 2 }), "TypeError", /^place: .*string "1"/],
  [() => local({ lat: 91, lng: 2 }), "RangeError", /^lat: 91 is not within -90 … 90/],
  [() => local({ lat: NaN, lng: 2 }), "RangeError", /^lat: NaN is not a finite number/],
  [() => local([42.34, -3.7]), "TypeError", /^place: must be an object/],
  [() => local(BURGOS, { kl: 1 }), "TypeError", /^options: unknown field `kl`/],
  [() => local(BURGOS, { k1: 0.2725 }), "RangeError", /^k1: needs theory = precise/],
  [() => search(BURGOS, "2027-01-01", "2026-01-01"), "RangeError", /^to: must be after 2027-01-01/],
  [() => search(BURGOS, "1898-01-01", "1900-01-01"), "RangeError", /^from: .* years 1900 to 2100/],
  [() => search(BURGOS, "2100-01-01", "2102-01-01"), "RangeError", /^to: .* years 1900 to 2100/],
  [() => search(BURGOS, "2027-01-01", "2027-02-01", { k1: 5 }), "RangeError", /^k1: 5 is not within/],
  [() => path("2026-08-12", { paths: ["x"] }), "RangeError", /^paths: "x" is none of classic, c, /],
  [() => path("2026-08-12", { tolerance: 0 }), "RangeError", /^tolerance: 0 is not within 0.1 … 100000/],
  [() => riseSet(BURGOS, "1800-01-01", "1800-01-02"), "RangeError", /^from: ΔT is known from the year 1898/],
  [() => riseSet(BURGOS, "1900-01-01", "2100-01-01"), "RangeError", /^to: the span has 73049 days; 3660 are/],
  [() => riseSet(BURGOS, "2026-08-12", "2026-08-11"), "RangeError", /^to: must not be before 2026-08-12/],
  [() => position("2026-08-12", ["mars"]), "RangeError", /^bodies: "mars" is none of sun, moon, gc/],
  [() => position("12.8.2026"), "RangeError", /^at: "12.8.2026" is not a date/],
]) {
  test(`${call} throws a ${name}`, () => {
    assert.throws(call, { name, message });
    // The module still works.
    assert.equal(eclipse("2026-08-12").type, 8);
  });
}

test("the canon has five millennia and the same functions", { skip: !process.env.UMBRA_CANON }, async () => {
  const canon = await import("umbra-eclipse/canon");
  assert.equal(canon.eclipses().length, 11898);
  assert.equal(canon.eclipse("-000584-05-22").type, 8);
  assert.deepEqual(canon.localCircumstances("2026-08-12", BURGOS), localCircumstances("2026-08-12", BURGOS));
});

test("what is not a pack does not load", async () => {
  const { load } = await import("../node_modules/umbra-eclipse/almanac.js");
  const manifest = new URL("../node_modules/umbra-eclipse/package.json", import.meta.url);
  await assert.rejects(load(manifest), { name: "RangeError", message: /^the pack of eclipses: / });
});
