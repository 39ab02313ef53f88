// Prints the declarations of local circumstances, results.d.ts, from the structs of the crate `almanac`.
import { readFileSync } from "node:fs";

const files = ["local/circumstances", "local/contact", "local/keys", "local/visibility", "accuracy", "eclipse"]
  .concat("horizontal");
const read = (file) => readFileSync(new URL(`../../src/${file}.rs`, import.meta.url), "utf8");
const source = files.map(read).join("\n");

/** Types with another name, or by the name of their field. */
const names = { f64: "number", bool: "boolean", String: "string", Instant: "string", Visible: "Visibility" };
const counted = { contact: "ContactNumber", type: "EclipseType" };

function type(rust, field) {
  const [, list, inner] = rust.match(/^(Option|Vec)<(.*)>$/) ?? [];
  if (list) return type(inner, field) + (list === "Vec" ? "[]" : " | null");
  return rust === "u8" ? counted[field] : (names[rust] ?? rust);
}

const comment = (lines, indent) => `${indent}/** ${lines.replaceAll(/\s*\/\/\/ /g, " ").trim()} */\n`;

function member([, lines, attributes, field, rust]) {
  if (/#\[cfg\(|serde\(skip\)/.test(attributes)) return "";
  const camel = field.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());
  const name = attributes.match(/rename = "(.*?)"/)?.[1] ?? camel;
  const isOptional = attributes.includes("skip_serializing_if");
  const declared = type(isOptional ? rust.slice("Option<".length, -1) : rust, name);
  return `${comment(lines, "  ")}  ${name}${isOptional ? "?" : ""}: ${declared};\n`;
}

console.log('import type { ContactNumber, EclipseType } from "./index.js";');
const items = /((?:\/\/\/ .*\n)+)((?:#\[.*\]\n)+)pub struct (\w+) \{\n([^]*?)\n\}/g;
for (const [, lines, attributes, name, body] of source.matchAll(items)) {
  if (!attributes.includes("Serialize") || attributes.includes("#[cfg(")) continue;
  const members = `${body}\n`.matchAll(/((?: *\/\/\/ .*\n)+)((?: *#\[.*\]\n)*) *pub (\w+): (.*),\n/g);
  console.log(`\n${comment(lines, "")}export interface ${type(name)} {\n${[...members].map(member).join("")}}`);
}
for (const [, name, words] of source.matchAll(/words!\((\w+) as [^]*?":\s([^]*?)\);/g)) {
  console.log(`\nexport type ${name} = ${words.match(/"[^"]*"/g).join(" | ")};`);
}
