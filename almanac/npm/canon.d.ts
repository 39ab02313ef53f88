/**
 * The functions of `umbra-eclipse` with the 11,898 solar eclipses of the years −1999 … 3000,
 * from the package `umbra-eclipse-canon`.
 *
 * @module
 */
export * from "./index.js";
