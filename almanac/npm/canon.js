import pack from "umbra-eclipse-canon";
import { load } from "./almanac.js";
import { functions } from "./functions.js";

export const { eclipse, eclipses, localCircumstances, path, position, riseSet, search } = functions(
  await load(pack),
);
