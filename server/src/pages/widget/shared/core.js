// The module of astro/wasm, which computes everything about the sky and the Earth.

const { instance } = await WebAssembly.instantiateStreaming(fetch(import.meta.resolve('shared/astro.wasm')));
/** @type {any} */
export const core = instance.exports;

/** The numbers of a response; the next call replaces them. */
export const numbers = count => new Float64Array(core.memory.buffer, core.numbers(), count);

/** Puts numbers where the next call reads them. */
export function given(values) {
  core.room(values.length);
  numbers(values.length).set(values);
}
