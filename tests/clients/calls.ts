// Calls every operation with openapi-fetch and the types that openapi-typescript has made of the description.
// Usage: node calls.js ADDRESS ACCOUNT:KEY TOKEN
import createClient from "openapi-fetch";
import type { components, paths } from "./schema.js";

declare const process: { argv: string[]; exit(code: number): never };
const [address = "", credentials = "", token = ""] = process.argv.slice(2);

const open = createClient<paths>({ baseUrl: address });
const account = createClient<paths>({
  baseUrl: address,
  headers: { Authorization: `ServiceAuth ${credentials}` },
});
const client = createClient<paths>({ baseUrl: address, headers: { Authorization: `ServiceAuth ${token}` } });

type Reason = components["schemas"]["VisibilityReason"];

// All words are known: a switch without one of them does not compile.
function sentence(reason: Reason): string {
  switch (reason) {
    case "whole":
    case "sunrise":
    case "sunset":
    case "sunrise-and-sunset":
    case "interrupted":
    case "terrain":
      return "something is seen";
    case "below-horizon":
    case "behind-terrain":
    case "no-eclipse":
      return "nothing is seen";
  }
}

const called = new Set<string>();

// The body of an answer with status 200.
function good<T>(
  path: keyof paths,
  { data, error, response }: { data?: T; error?: unknown; response: Response },
): T {
  called.add(path);
  if (response.status !== 200 || data === undefined) {
    throw new Error(`${path}: ${response.status} ${JSON.stringify(error)}`);
  }
  return data;
}

// An answer that is JSON unless a calendar is asked for.
function json<T>(path: keyof paths, answer: T): Exclude<T, string> {
  if (typeof answer === "string") {
    throw new Error(`${path}: not JSON`);
  }
  return answer as Exclude<T, string>;
}

function equal<T>(what: string, found: T, expected: T): void {
  if (JSON.stringify(found) !== JSON.stringify(expected)) {
    throw new Error(`${what}: ${JSON.stringify(found)}, not ${JSON.stringify(expected)}`);
  }
}

const version = good("/version", await open.GET("/version"));
equal("/version", version.query.name, "version");
equal("/", good("/", await open.GET("/")).response, version.response);

const made = good("/auth/access-token", await account.GET("/auth/access-token"));
equal("/auth/access-token", made.success, true);

const usage = good("/usage", await client.GET("/usage"));
const plan: "free" | "starter" | "pro" | "enterprise" = usage.response.plan;
equal("/usage", plan, "enterprise");

const day = good(
  "/julian-day/{date}",
  await client.GET("/julian-day/{date}", { params: { path: { date: "2024-04-08" } } }),
);
equal("/julian-day", day.response.julianDay, 2460408.5);

const date = good(
  "/date/{julian-day}",
  await client.GET("/date/{julian-day}", { params: { path: { "julian-day": 2460408.5 } } }),
);
equal("/date", date.response.date, "2024-04-08T00:00:00.000Z");

const deltaT = good(
  "/delta-t/{date}",
  await client.GET("/delta-t/{date}", { params: { path: { date: "2024-04-08" } } }),
);
type Source = "table" | "observed" | "predicted" | "polynomial" | "spline" | "extrapolated";
const source: Source = deltaT.response.source;
equal("/delta-t", source, "observed");

const position = good(
  "/body-position/{date-from}",
  await client.GET("/body-position/{date-from}", {
    params: {
      path: { "date-from": "2024-04-08T18:00:00Z" },
      query: {
        body: ["sun", "moon"],
        extras: ["d", "ill"],
        obs: "42.34123456789012,-3.6969123456789,860.123456",
      },
    },
  }),
);
equal("/body-position", position.query.body, ["sun", "moon"]);
equal("/body-position", Object.keys(position.response), ["2024-04-08T18:00:00.000Z"]);

const positions = good(
  "/body-position/{date-from}/{date-to}",
  await client.GET("/body-position/{date-from}/{date-to}", {
    params: {
      path: { "date-from": "2024-04-08T18:00:00Z", "date-to": "2024-04-08T19:00:00Z" },
      query: { body: ["gc"], "ra-decl": "83.82,-5.39", interval: 1800 },
    },
  }),
);
equal("/body-position, range", positions.query["ra-decl"], [83.82, -5.39]);
equal("/body-position, range", Object.values(positions.response).length, 2);

const events = good(
  "/rise-transit-set/{start-date}/{end-date}",
  await client.GET("/rise-transit-set/{start-date}/{end-date}", {
    params: {
      path: { "start-date": "2024-04-08", "end-date": "2024-04-08" },
      query: { observer: "38.9,-77.04,20", body: ["sun", "moon"] },
    },
  }),
);
const ofDays = json("/rise-transit-set/{start-date}/{end-date}", events);
equal("/rise-transit-set", ofDays.query.body, ["sun", "moon"]);
const keys = Object.values(ofDays.response).flat().map((event) => event.key);
equal("/rise-transit-set", keys.includes("sunrise") && keys.includes("moonset"), true);

const matches = good(
  "/az-alt-search/{start-date}/{end-date}",
  await client.GET("/az-alt-search/{start-date}/{end-date}", {
    params: {
      path: { "start-date": "2026-05-20", "end-date": "2026-06-10" },
      query: { obs: "40.7527,-73.9772,20", body: ["sun"], az: 299.1, alt: 0.6 },
    },
  }),
);
const reference: "apparent" | "parallax" | "true" = matches.query.ref;
equal("/az-alt-search", reference, "apparent");
equal("/az-alt-search", matches.response.every((match) => match.body === "sun"), true);

const sight = good(
  "/sightline/{start}/{end}",
  await client.GET("/sightline/{start}/{end}", {
    params: { path: { start: "46.5475,7.9854", end: "46.9479,7.4446" }, query: { samples: 11 } },
  }),
);
const isVisible: boolean | null = sight.response.visible;
equal("/sightline", typeof isVisible, "boolean");
equal("/sightline", sight.response.points.length, 11);

const insolation = { obs: "38.9,-77.04,20", eclipse: "1" } as const;
const intensity = good(
  "/insolation/solar-intensity/{date}",
  await client.GET("/insolation/solar-intensity/{date}", {
    params: { path: { date: "2024-06-21T17:00:00Z" }, query: insolation },
  }),
);
equal("/insolation/solar-intensity", intensity.response.eclipsed, 0);
const june = { path: { "start-date": "2024-06-21", "end-date": "2024-06-22" }, query: insolation };
const light = good(
  "/insolation/irradiance/{start-date}/{end-date}",
  await client.GET("/insolation/irradiance/{start-date}/{end-date}", { params: june }),
);
equal("/insolation/irradiance", Object.values(light.response).length, 24);
const ofDay = good(
  "/insolation/daily/{start-date}/{end-date}",
  await client.GET("/insolation/daily/{start-date}/{end-date}", { params: june }),
);
equal("/insolation/daily", Object.keys(ofDay.response), ["2024-06-21T00:00:00.000Z"]);
const ofMonth = good(
  "/insolation/monthly/{start-date}/{end-date}",
  await client.GET("/insolation/monthly/{start-date}/{end-date}", { params: june }),
);
equal("/insolation/monthly", Object.keys(ofMonth.response), ["2024-06"]);

const heights = good(
  "/elevation",
  await client.GET("/elevation", { params: { query: { points: "42,51;0,-150" } } }),
);
equal("/elevation", heights.response.points.map((point) => point.elevation), [-30, 0]);
const same = good(
  "/elevation/{points}",
  await client.GET("/elevation/{points}", { params: { path: { points: "42,51" } } }),
);
equal("/elevation/{points}", same.response.source.name, "ETOPO5");
const alps = { start: "46.5,7.5", end: "45.5,8.5" };
const profile = good(
  "/elevation/{start}/{end}",
  await client.GET("/elevation/{start}/{end}", { params: { path: alps, query: { samples: 5 } } }),
);
equal("/elevation/{start}/{end}", profile.response.points.length, 5);
const line = { method: "uniform", format: "array" } as const;
for (const path of ["/geodesic/{start}/{end}", "/geodesic/{start}//{end}"] as const) {
  const points = good(path, await client.GET(path, { params: { path: alps, query: line } }));
  equal(path, "response" in points && points.response.length, 11);
  const drawn = { ...line, format: "geojson" } as const;
  const feature = good(path, await client.GET(path, { params: { path: alps, query: drawn } }));
  equal(path, "geometry" in feature && feature.geometry.type, "LineString");
}
const covering = good(
  "/bounding-tiles",
  await client.GET("/bounding-tiles", { params: { query: { bbox: "51.4,-0.2,51.6,0.1", z: 10 } } }),
);
equal("/bounding-tiles", covering.response.tiles.map((tile) => tile.x), [511, 512]);

const libration = good(
  "/lunar-libration/{date}",
  await client.GET("/lunar-libration/{date}", { params: { path: { date: "2024-04-08" } } }),
);
equal("/lunar-libration", libration.query.observer, undefined);

const ofLibration = good(
  "/lunar-limb",
  await client.GET("/lunar-limb", { params: { query: { l: 2, b: -0.1 } } }),
);
equal("/lunar-limb", typeof ofLibration !== "string" && ofLibration.response.limb.length, 1800);
const atDate = good(
  "/lunar-limb/{date}",
  await client.GET("/lunar-limb/{date}", { params: { path: { date: "2026-08-12T18:28:00Z" } } }),
);
equal("/lunar-limb/{date}", typeof atDate !== "string" && atDate.response.step, 0.2);

const happenings = good(
  "/celestial-events/{start-date}/{end-date}",
  await client.GET("/celestial-events/{start-date}/{end-date}", {
    params: {
      path: { "start-date": "2024-04-01", "end-date": "2024-04-20" },
      query: { events: ["new_moon", "solar_eclipse"] },
    },
  }),
);
equal(
  "/celestial-events",
  json("/celestial-events/{start-date}/{end-date}", happenings).response.map((event) => event.key),
  ["solar_eclipse", "new_moon"],
);

const showers = good(
  "/meteor-showers/{start-date}/{end-date}",
  await client.GET("/meteor-showers/{start-date}/{end-date}", {
    params: {
      path: { "start-date": "2025-08-12", "end-date": "2025-08-12" },
      query: { shower: "PER", obs: "51.5,0,20" },
    },
  }),
);
const ofRange = json("/meteor-showers/{start-date}/{end-date}", showers);
const zhr: number | null | undefined = ofRange.response[0]?.zhr;
equal("/meteor-showers", zhr, 100);

const catalog = good(
  "/solar-eclipse/catalog/{year-from}/{year-to}",
  await client.GET("/solar-eclipse/catalog/{year-from}/{year-to}", {
    params: { path: { "year-from": 2024, "year-to": 2024 } },
  }),
);
const first: "P" | "A" | "T" | "H" | undefined = catalog.response[0]?.eclipseTypePrimary;
equal("/solar-eclipse/catalog", first, "T");
equal("/solar-eclipse/catalog", catalog.query.saros, null);

const elements = good(
  "/solar-eclipse/elements/{julian-day}",
  await client.GET("/solar-eclipse/elements/{julian-day}", { params: { path: { "julian-day": 2460408.5 } } }),
);
if (Array.isArray(elements.response)) {
  throw new Error("elements come as a list only if that is asked for");
}
equal("/solar-eclipse/elements", elements.response.d.length, 4);

const local = good(
  "/solar-eclipse/local-circumstances/details/{julian-day}",
  await client.GET("/solar-eclipse/local-circumstances/details/{julian-day}", {
    params: { path: { "julian-day": 2460408.5 }, query: { obs: "23.2494,-106.4111,10" } },
  }),
);
equal("local circumstances", sentence(local.response.visibility.reason), "something is seen");
const key: components["schemas"]["ContactKey"] | undefined = local.response.contacts[0]?.key;
equal("local circumstances", key, "solar_eclipse_first_contact");
equal("local circumstances", local.response.contacts[0]?.circumstances.ψ1 === undefined, false);

const seen = good(
  "/solar-eclipse/search/{from}/{to}",
  await client.GET("/solar-eclipse/search/{from}/{to}", {
    params: { path: { from: "2025", to: "2035" }, query: { obs: "42.34,-3.7,860", next: "total" } },
  }),
);
if (typeof seen === "string") {
  throw new Error("eclipses come as JSON unless another format is asked for");
}
equal("/solar-eclipse/search", seen.response.map((eclipse) => eclipse.jd), [2461264.5]);

const moons = good(
  "/lunar-eclipse/catalog/{year-from}/{year-to}",
  await client.GET("/lunar-eclipse/catalog/{year-from}/{year-to}", {
    params: { path: { "year-from": 2025, "year-to": 2025 } },
  }),
);
const moonType: "N" | "P" | "T" | undefined = moons.response[0]?.eclipseTypePrimary;
equal("/lunar-eclipse/catalog", moonType, "T");

const moon = good(
  "/lunar-eclipse/local-circumstances/{julian-day}",
  await client.GET("/lunar-eclipse/local-circumstances/{julian-day}", {
    params: { path: { "julian-day": "2025-03-14" }, query: { obs: "38.9,-77.04,20" } },
  }),
);
equal("lunar circumstances", moon.response.contacts[0]?.contact, "P1");

const ofEclipse = "/solar-eclipse/path/{julian-day}";
const dated = { "julian-day": "2024-04-08" };
for (const format of ["geojson", "json", "czml"] as const) {
  const query = { paths: ["c", "tn"] satisfies ("c" | "tn")[], tolerance: 1000, format };
  const curves = good(ofEclipse, await client.GET(ofEclipse, { params: { path: dated, query } }));
  if (typeof curves === "string" || Array.isArray(curves)) {
    equal(format, format, "czml");
  } else if ("features" in curves) {
    equal(format, curves.features.map((feature) => feature.id), ["c", "tn"]);
  } else {
    equal(format, curves.response.paths.map((line) => line.kind), ["total", "total"]);
    equal(format, curves.query.jd, 2460408.5);
  }
}
for (const format of ["kml", "gpx", "csv"] as const) {
  const params = { path: dated, query: { format } };
  const table = good(ofEclipse, await client.GET(ofEclipse, { params, parseAs: "text" }));
  equal(format, table.length > 100, true);
}
const inSvg = { params: { query: { l: 2, b: -0.1, format: "svg" } }, parseAs: "text" } as const;
equal("/lunar-limb", good("/lunar-limb", await client.GET("/lunar-limb", inSvg)).includes("<svg"), true);

const description = good(
  "/openapi/{file}",
  await open.GET("/openapi/{file}", { params: { path: { file: "latest.json" } } }),
);
const place = { date: "2024-04-08", obs: "25.29,-104.15" };
for (const path of ["/eclipse-path", "/eclipse-simulator"] as const) {
  const page = good(path, await client.GET(path, { params: { query: place }, parseAs: "text" }));
  equal(path, page.startsWith("<!DOCTYPE html>"), true);
}
const file = await open.GET("/widget/{file}", { params: { path: { file: "look.css" } }, parseAs: "text" });
equal("/widget", good("/widget/{file}", file).length > 0, true);

const generation = "current";
const tiles = await open.GET("/tiles/{generation}", { params: { path: { generation } } });
equal("/tiles", (good("/tiles/{generation}", tiles) as { tilejson?: string }).tilejson, "3.0.0");
const tile = await open.GET("/tiles/{generation}/{z}/{x}/{y}.mvt", {
  params: { path: { generation, z: 0, x: 0, y: 0 } },
  parseAs: "arrayBuffer",
});
called.add("/tiles/{generation}/{z}/{x}/{y}.mvt");
equal("a tile", tile.response.status, 200);
const zone = await open.GET("/tiles/{generation}/zone/{lat}/{lng}", {
  params: { path: { generation, lat: 41.65, lng: -4.73 } },
});
equal("a zone", good("/tiles/{generation}/zone/{lat}/{lng}", zone).zone, "Europe/Madrid");

for (const path of ["/docs", "/livez", "/readyz"] as const) {
  equal(path, good(path, await open.GET(path, { parseAs: "text" })).length > 0, true);
}

const guide = await open.GET("/docs/{page}", { params: { path: { page: "dates" } }, parseAs: "text" });
equal("a guide", good("/docs/{page}", guide).startsWith("<!DOCTYPE html>"), true);

const refused = await client.GET("/julian-day/{date}", { params: { path: { date: "yesterday" } } });
equal("a refusal", refused.error?.code, "bad-parameter");

const all = Object.keys((description as unknown as { paths: object }).paths);
const left = all.filter((path) => !called.has(path));
equal("operations that were not called", left, []);
console.log(`TypeScript: ${called.size} of ${all.length} operations called`);
