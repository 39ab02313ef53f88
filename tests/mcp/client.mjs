// Calls tools with the official TypeScript client. Usage: node client.mjs ADDRESS
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

const client = new Client({ name: "test", version: "1" });
await client.connect(new StreamableHTTPClientTransport(new URL(`${process.argv[2]}/mcp`)));
const { tools } = await client.listTools();
const place = await client.callTool({ name: "find_place", arguments: { q: "Oviedo", max: 1 } });
if (place.structuredContent.response[0].countryName !== "Spain") throw new Error(JSON.stringify(place));
const refused = await client.callTool({ name: "next_eclipse", arguments: { obs: "91,0" } });
if (!refused.isError || !refused.content[0].text.includes("latitude")) throw new Error(JSON.stringify(refused));
console.log(`${tools.length} tools`);
await client.close();
