/**
 * The functions of `umbra-eclipse` with the 11,898 solar eclipses of the years −1999 … 3000.
 *
 * @module
 */
export * from "./index.js";
