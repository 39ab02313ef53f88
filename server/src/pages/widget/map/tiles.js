// Vector tiles: fetched once, decoded, cached. A coarser tile replaces one that fails to load.

/** Maximum zoom of the tiles; nearer views enlarge them. */
export const DEEPEST = 6;
const MAX_CACHED = 400;

/** A reader of Protocol Buffers over bytes. */
class Reader {
  constructor(bytes, at = 0, end = bytes.length) {
    this.bytes = bytes;
    this.at = at;
    this.end = end;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  number() {
    let sum = 0, factor = 1, byte;
    do {
      byte = this.bytes[this.at++];
      sum += (byte & 127) * factor;
      factor *= 128;
    } while (byte > 127);
    return sum;
  }

  signed() {
    const n = this.number();
    return n % 2 ? -(n + 1) / 2 : n / 2;
  }

  part() {
    const length = this.number(), at = this.at;
    if (at + length > this.end) throw new RangeError('the tile ends early');
    this.at += length;
    return new Reader(this.bytes, at, at + length);
  }

  text() {
    return new TextDecoder().decode(this.bytes.subarray(this.at, this.end));
  }

  skip(wire) {
    if (wire === 0) this.number();
    else if (wire === 1) this.at += 8;
    else if (wire === 2) this.part();
    else if (wire === 5) this.at += 4;
    else throw new RangeError('not a vector tile');
  }

  /** Calls `read` with the number of each field; fields for which it returns false are skipped. */
  fields(read) {
    while (this.at < this.end) {
      const key = this.number();
      if (!read(key >> 3)) this.skip(key & 7);
    }
  }
}

function value(reader) {
  let found = null;
  reader.fields(field => {
    if (field === 1) found = reader.part().text();
    else if (field === 2) { found = reader.view.getFloat32(reader.at, true); reader.at += 4; }
    else if (field === 3) { found = reader.view.getFloat64(reader.at, true); reader.at += 8; }
    else if (field === 4 || field === 5) found = reader.number();
    else if (field === 6) found = reader.signed();
    else if (field === 7) found = reader.number() === 1;
    else return false;
    return true;
  });
  return found;
}

/** Lines of a geometry, each [x, y, x, y, …] in units of the tile. */
function lines(reader, isPolygon) {
  const found = [];
  let x = 0, y = 0, line = null;
  while (reader.at < reader.end) {
    const command = reader.number(), kind = command & 7;
    if (kind === 7) { line?.push(line[0], line[1]); continue; }
    for (let left = command >> 3; left > 0; left--) {
      if (kind === 1) found.push(line = []);
      x += reader.signed();
      y += reader.signed();
      line.push(x, y);
    }
  }
  return isPolygon ? found.filter(ring => ring.length > 6) : found;
}

function feature(reader, keys, values) {
  const made = { type: 0, properties: {}, lines: [] };
  let geometry = null;
  reader.fields(field => {
    if (field === 2) {
      const tags = reader.part();
      while (tags.at < tags.end) made.properties[keys[tags.number()]] = values[tags.number()];
    } else if (field === 3) made.type = reader.number();
    else if (field === 4) geometry = reader.part();
    else return false;
    return true;
  });
  if (geometry) made.lines = lines(geometry, made.type === 3);
  return made;
}

function layer(reader) {
  const keys = [], values = [], parts = [], made = { name: '', extent: 4096, features: [] };
  reader.fields(field => {
    if (field === 1) made.name = reader.part().text();
    else if (field === 2) parts.push(reader.part());
    else if (field === 3) keys.push(reader.part().text());
    else if (field === 4) values.push(value(reader.part()));
    else if (field === 5) made.extent = reader.number();
    else return false;
    return true;
  });
  made.features = parts.map(part => feature(part, keys, values));
  return made;
}

/** The layers of a vector tile by name: { extent, features: [{ type 1 point, 2 line, 3 polygon, properties,
 * lines }] }. Specification: Mapbox Vector Tile 2.1. */
function decode(bytes) {
  const reader = new Reader(bytes), layers = {};
  reader.fields(field => {
    if (field !== 3) return false;
    const made = layer(reader.part());
    layers[made.name] = made;
    return true;
  });
  return layers;
}

async function load(url) {
  const answer = await fetch(url, { credentials: 'omit' });
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  return answer.status === 204 ? {} : decode(new Uint8Array(await answer.arrayBuffer()));
}

/**
 * The tiles under an address with {z}, {x}, {y}. `best(z, x, y)` resolves to the finest available tile there,
 * { z, x, y, layers }, or null; `ready(z, x, y)` returns the finest loaded tile.
 */
export function tilesOf(template) {
  const kept = new Map();

  function get(z, x, y) {
    const name = `${z}/${x}/${y}`;
    let tile = kept.get(name);
    if (!tile) {
      const url = template.replace('{z}', z).replace('{x}', x).replace('{y}', y);
      tile = { z, x, y, layers: null, promise: null };
      tile.promise = load(url).then(layers => { tile.layers = layers; return tile; });
      // A failed tile is requested again next time.
      tile.promise.catch(() => kept.delete(name));
      kept.set(name, tile);
      if (kept.size > MAX_CACHED) kept.delete(kept.keys().next().value);
    }
    return tile;
  }

  async function best(z, x, y) {
    for (let up = Math.max(z - DEEPEST, 0); up <= z; up++) {
      try {
        return await get(z - up, x >> up, y >> up).promise;
      } catch { /* The next coarser tile may load. */ }
    }
    return null;
  }

  /** The same without waiting; null if no tile is loaded yet. */
  function ready(z, x, y) {
    for (let up = Math.max(z - DEEPEST, 0); up <= z; up++) {
      const tile = kept.get(`${z - up}/${x >> up}/${y >> up}`);
      if (tile?.layers) return tile;
    }
    return null;
  }

  return { best, ready };
}
