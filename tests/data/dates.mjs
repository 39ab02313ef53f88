// Writes dates.jsonl: texts and the results of this node's Date.parse, with UTC as the local zone.
// Run: TZ=UTC node tests/data/dates.mjs
import { writeFileSync } from "node:fs";

const atoms = ["2024", "1999", "+012024", "-000001", "-000000", "0078", "12", "04", "4", "31", "32", "0",
  "00", "24", "23", "59", "60", "99", "100", "999", "1000",
  "12345678901", "000000000001", "Jan", "February", "Marchx", "sept", "MAY", "december", "T", "t", "Z", "z",
  "UTC", "gmt", "UT", "EST", "PDT", "BST", "am", "PM",
  ":", "::", "-", "+", ".", ",", "/", "(", ")", "(c)", "((x)", "foo", " ", "  ", "\t", "\n", "\u00a0",
  "\u2028", "\u3000", "é", "😀", "BC", "noon", "\0", "_", "−",
  "Mon", "Mon,", "GMT+0130", "GMT-8", "+05:30", "-0230", "+1", "+99999", "12:34", "12:34:56",
  "12:34:56.789", "24:00", "24:00:00.000", "T24:00", "T12:34Z", "-04-08",
  "-4-8", "/04/08", ".5", "T12:34:56.000000000000001Z"];
const whole = ["2024-04-08", "2024-04-08T18:18:00Z", "2024-04-08T18:18:00.123456+02:00",
  "-001999-06-12T03:14:51Z", "Mon, 08 Apr 2024 18:18:00 GMT",
  "Mon Apr 08 2024 18:18:00 GMT+0000 (Coordinated Universal Time)", "4/8/2024, 6:18:00 PM",
  "8 Apr 2024 18:18 EST", "Apr 8 2024", "2024/04/08 6:18 pm", "8. April 2024",
  "1.2.3", "12:00 2024-04-08", "2024-4-8T1:2", "Feb 30 2023", "(comment) 1 Jan 70"];

// Mulberry32: the same texts every time.
let state = 42;
const random = () => {
  state = (state + 0x6d2b79f5) | 0;
  let t = Math.imul(state ^ (state >>> 15), 1 | state);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
};
const pick = (list) => list[Math.floor(random() * list.length)];

const made = () => {
  if (random() < 0.4) {
    const piece = () => pick(atoms) + (random() < 0.3 ? " " : "");
    return Array.from({ length: 1 + Math.floor(random() * 7) }, piece).join("");
  }
  const letters = [...pick(whole)];
  for (let k = Math.floor(random() * 3); k >= 0; k--) {
    const at = Math.floor(random() * (letters.length + 1));
    const how = random();
    if (how < 0.35) letters.splice(at, 1);
    else if (how < 0.7) letters.splice(at, 0, pick(atoms));
    else letters[at] = String(Math.floor(random() * 10));
  }
  return letters.join("");
};

const texts = [...whole];
while (texts.length < 4000) texts.push(made());
const lines = texts.map((input) => {
  const ms = Date.parse(input);
  return JSON.stringify({ input, ms: Number.isNaN(ms) ? null : ms });
});
writeFileSync(new URL("dates.jsonl", import.meta.url), lines.join("\n") + "\n");
