// Calls operations with the client that @hey-api/openapi-ts has made of the description, as its users do: with
// one function that gives the credentials. It loses a key in the query of calls that have no other parameter
// there, so they are a token in the header.
// Usage: node hey.js ADDRESS TOKEN
import { client } from "./hey/client.gen.js";
import * as umbra from "./hey/sdk.gen.js";

declare const process: { argv: string[] };
const [address = "", token = ""] = process.argv.slice(2);
client.setConfig({ baseUrl: address, auth: ({ in: place }) => (place === "query" ? "" : `ServiceAuth ${token}`), throwOnError: true });

function check(what: string, isRight: boolean): void {
  if (!isRight) {
    throw new Error(what);
  }
}

const day = await umbra.julianDay({ path: { date: "2024-04-08" }, throwOnError: true });
check("a day", day.data.response.julianDay === 2460408.5);

const sky = await umbra.riseTransitSet({
  path: { "start-date": "2026-12-07", "end-date": "2026-12-14" },
  query: { observer: "69.65,18.96,10", body: ["sun", "moon"] },
  throwOnError: true,
});
check("a list of bodies", typeof sky.data !== "string" && sky.data.query.body.length === 2);

const path = { "julian-day": "2024-04-08" };
const ways = ["area", "c"] satisfies ("area" | "c")[];
for (const format of ["geojson", "json", "czml"] as const) {
  const { data } = await umbra.solarEclipsePath({ path, query: { paths: ways, format }, throwOnError: true });
  check(format, typeof data === "object");
  check(format, (format === "geojson") === (typeof data === "object" && "features" in data));
}
for (const format of ["kml", "gpx", "csv"] as const) {
  const query = { paths: ways, format };
  const { data } = await umbra.solarEclipsePath({ path, query, parseAs: "text", throwOnError: true });
  // The generator has types for JSON alone.
  const text: unknown = data;
  check(format, typeof text === "string" && text.length > 0);
}
const limb = await umbra.lunarLimb({ query: { l: 2, b: -0.1 }, throwOnError: true });
check("a limb", typeof limb.data === "object" && limb.data.response.limb.length === 1800);

const refused = await umbra.julianDay({ path: { date: "yesterday" }, throwOnError: false });
check("a refusal", refused.error?.code === "bad-parameter");
console.log("TypeScript, @hey-api/openapi-ts: good");
