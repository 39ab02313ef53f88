import { load } from "./almanac.js";
import { functions } from "./functions.js";

export const { eclipse, eclipses, localCircumstances, path, position, riseSet, search } = functions(
  await load(),
);
