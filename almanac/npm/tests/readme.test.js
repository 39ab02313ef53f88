// Runs the examples of README.md in Node and in Chromium, and compares what they print.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { after, test } from "node:test";

const readme = readFileSync("README.md", "utf8");
const examples = [...readme.matchAll(/```js\n(.*?)```\n\n```text\n(.*?)```/gs)];
const [, leaflet] = readme.match(/```html\n(.*?)```/s);
assert.equal(examples.length, 3);

const [CSS, HTML, JS] = ["text/css", "text/html", "text/javascript"];
const TYPES = { ".css": CSS, ".html": HTML, ".js": JS, ".mjs": JS };
/** Receives the report of a page. */
let report;
const server = createServer(async (request, response) => {
  if (request.method === "POST") {
    const parts = await request.toArray();
    report(Buffer.concat(parts).toString());
    return response.end();
  }
  try {
    const body = readFileSync(join(".", request.url));
    response.writeHead(200, { "content-type": TYPES[extname(request.url)] ?? "application/octet-stream" });
    response.end(body);
  } catch {
    response.writeHead(404).end();
  }
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
after(() => server.close());

/** Opens a page; returns its report. */
async function visit(name, html) {
  writeFileSync(name, html);
  const profile = mkdtempSync(join(process.cwd(), "chromium-"));
  const page = `http://127.0.0.1:${server.address().port}/${name}`;
  const options = ["--headless", "--no-sandbox", "--disable-gpu", `--user-data-dir=${profile}`, page];
  const browser = spawn(process.env.CHROMIUM ?? "chromium", options, { stdio: "ignore" });
  const ended = new Promise((resolve) => browser.once("exit", resolve));
  try {
    return await new Promise((resolve, reject) => {
      report = resolve;
      browser.once("error", reject);
      setTimeout(reject, 60_000, new Error(`${name} reports nothing within a minute`)).unref();
    });
  } finally {
    browser.kill();
    await ended;
  }
}

for (const [k, [, code, output]] of examples.entries()) {
  const file = `example-${k + 1}.mjs`;
  writeFileSync(file, code);

  test(`${file} prints in Node what README.md states`, () => {
    assert.equal(execFileSync(process.execPath, [file], { encoding: "utf8" }), output);
  });

  test(`${file} prints the same in Chromium`, async () => {
    const printed = await visit(`example-${k + 1}.html`, `<script type="importmap">
        { "imports": { "umbra-eclipse": "/node_modules/umbra-eclipse/index.js" } }
      </script>
      <script type="module">
        let printed = "";
        console.log = (...values) => (printed += values.join(" ") + "\\n");
        await import("/${file}").catch((error) => (printed += error));
        await fetch("/", { method: "POST", body: printed });
      </script>`);
    assert.equal(printed, output);
  });
}

test("the page with Leaflet draws the curves", async () => {
  const count = await visit("leaflet.html", `${leaflet}
    <script type="module">
      const curves = () => document.querySelectorAll("#map path.leaflet-interactive").length;
      while (curves() === 0) await new Promise((resolve) => setTimeout(resolve, 50));
      await fetch("/", { method: "POST", body: curves() });
    </script>`);
  assert.equal(count, "2");
});
