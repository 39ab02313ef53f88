// Asks all questions with the official TypeScript client. Usage: node client.mjs QUESTIONS ADDRESS
import { readFileSync } from "node:fs";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

const questions = JSON.parse(readFileSync(process.argv[2], "utf8"));
const client = new Client({ name: "test", version: "1" });
await client.connect(new StreamableHTTPClientTransport(new URL(`${process.argv[3]}/mcp`)));
const { tools } = await client.listTools();
const at = (value, pointer) => pointer.split("/").slice(1).reduce((found, name) => found[name], value);
for (const { tool, arguments: given, at: pointer, expected, tolerance, question } of questions) {
    const { structuredContent } = await client.callTool({ name: tool, arguments: given });
    const found = at(structuredContent, pointer);
    const isInstant = typeof expected === "string" && tolerance > 0;
    const off = isInstant ? Math.abs(Date.parse(found) - Date.parse(expected)) / 1000
        : typeof expected === "string" ? Number(found !== expected) : Math.abs(found - expected);
    if (!(off <= tolerance)) throw new Error(`${question} ${found} for ${expected}`);
}
const refused = await client.callTool({ name: "next_eclipse", arguments: { obs: "91,0" } });
if (!refused.isError || !refused.content[0].text.includes("latitude")) throw new Error(JSON.stringify(refused));
console.log(`${questions.length} questions, ${tools.length} tools`);
await client.close();
