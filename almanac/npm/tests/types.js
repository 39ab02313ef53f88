// Writes types.ts, which compiles if index.d.ts has all members of results and no others, and rejects wrong
// calls.
import { writeFileSync } from "node:fs";
import * as umbra from "umbra-eclipse";

const POLE = "{ lat: 80, lng: 0 }";
const results = [
  'eclipses()',
  'eclipse("2026-08-12", { theory: "precise" })',
  'eclipse(new Date(0).getTime() === 0 ? "2026-08-12" : new Date(), { deltaT: 70 })',
  'localCircumstances("2026-08-12", { lat: 42.34, lng: -3.7, height: 860 })',
  'localCircumstances({ date: "2026-08-12" }, { lat: -42, lng: 0 }, { theory: "precise", k1: 0.2725 })',
  'search({ lat: 42.34, lng: -3.7 }, new Date("2005-01-01"), "2029-01-01", { theory: "precise" })',
  'path("2026-08-12", { tolerance: 100000 })',
  'path("2026-08-12", { paths: ["classic", "area", "region", "iso", "out"], tolerance: 1e5, k1: undefined })',
  `riseSet(${POLE}, "2026-03-01", "2026-06-30", ["sun", "moon", "gc"])`,
  `position("2026-08-12", ["sun", "moon", "gc"], ${POLE})`,
  'position(new Date("2026-08-12"))',
];
const wrong = [
  'eclipse(2026)',
  'localCircumstances("2026-08-12")',
  'localCircumstances("2026-08-12", { lat: 42 })',
  'localCircumstances("2026-08-12", { lat: 42, lon: -3 })',
  'localCircumstances("2026-08-12", { lat: 42, lng: -3 }, { theory: "best" })',
  'path("2026-08-12", { paths: ["eqn"] })',
  'position("2026-08-12", ["mars"])',
  'position("2026-08-12").mars',
];
const names = Object.keys(umbra).join(", ");
const evaluate = (code) => new Function("umbra", `const { ${names} } = umbra; return ${code};`)(umbra);
const check = (code, k) => `const typed${k} = ${code};
  export const same${k}: typeof typed${k} = ${JSON.stringify(evaluate(code))};\n`;
writeFileSync("types.ts", [
  `import { ${names} } from "umbra-eclipse";\n`,
  `import * as umbra from "umbra-eclipse";\nimport * as canon from "umbra-eclipse/canon";\n`,
  `export const same: typeof umbra = canon;\n`,
  ...results.map(check),
  ...wrong.map((code) => `// @ts-expect-error\n${code};\n`),
].join(""));
