// Compares the SHA-256 of 100,000 local circumstances, as JSON, one a line, with that of examples/pairs.rs of
// the crate almanac, which defines the pairs of a place and an eclipse.
// Usage: node pairs.js SHA256
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { load } from "../node_modules/umbra-eclipse/almanac.js";

const PAIRS = 100_000;
const call = await load();
const dates = JSON.parse(call({ function: "eclipses" }));
const sum = createHash("sha256");
const start = performance.now();
for (let k = 0; k < PAIRS; k++) {
  const u = (c) => ((k + 1) * c) % 1;
  const lat = 180 * u(0.7548776662466927) - 90;
  const lng = 360 * u(0.5698402909980532) - 180;
  const height = Math.floor(4000 * u(0.8191725133961645));
  const eclipse = dates[Math.floor(454 * u(0.6710436067037893))];
  const radii = k % 4 === 3 ? { k1: 0.2725076, k2: 0.2722, sunRadius: 959.95 } : {};
  const options = { theory: k % 2 === 1 ? "precise" : "canon", ...radii };
  sum.update(call({ function: "localCircumstances", eclipse, place: { lat, lng, height }, options }));
  sum.update("\n");
}
const micros = (1000 * (performance.now() - start)) / PAIRS;
assert.equal(sum.digest("hex"), process.argv[2]);
console.log(`${PAIRS} pairs have the same bits; ${micros.toFixed(1)} µs each`);
