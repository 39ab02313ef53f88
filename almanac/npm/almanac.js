/** Reads a file of the package: from the disk in Node, with fetch in browsers. */
async function read(url) {
  if (url.protocol === "file:") {
    const { readFile } = await import(/* webpackIgnore: true */ /* @vite-ignore */ "node:fs/promises");
    return readFile(url);
  }
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: status ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

/** Rejects numbers that JSON does not have. */
function finite(name, value) {
  if (typeof value === "number" && !Number.isFinite(value)) {
    throw new RangeError(`${name}: ${value} is not a finite number`);
  }
  return value;
}

/**
 * Loads the module with the eclipses of a pack, or with those of 1900 to 2100. Returns the function that
 * answers a call with JSON.
 */
export async function load(packUrl) {
  const urls = [new URL("almanac.wasm", import.meta.url), packUrl];
  const [module, pack] = await Promise.all(urls.map((url) => url && read(url)));
  const { instance } = await WebAssembly.instantiate(module);
  const { memory, room, address, length, open, call } = instance.exports;
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();

  const answer = (compute, input) => {
    // Memory may grow, and then has another buffer.
    const start = room(input.length);
    new Uint8Array(memory.buffer).set(input, start);
    const Failure = [null, TypeError, RangeError][compute()];
    const text = decoder.decode(new Uint8Array(memory.buffer, address(), length()));
    if (Failure) throw new Failure(text);
    return text;
  };

  if (pack) answer(open, pack);
  return (request) => answer(call, encoder.encode(JSON.stringify(request, finite)));
}
