// The names in a view: towns in the path first, then names near the path, then all others.

import { namesIn } from 'map/basemap.js';
import { nearest } from 'map/geometry.js';

/** Names within this distance of the centre line come first, and from one step of zoom earlier. */
const NEAR_KM = 500;
/** Countries within this distance have names before the curves. */
const COUNTRIES_KM = 1200;
/** The globe has only names within this distance. */
const GLOBE_KM = 1500;
/** Number of points of the centre line that are compared. */
const POINTS = 100;
/** A town of the base map this near to a town in the path is the same one, degrees. */
const SAME_DEGREES = 0.1;
/** From this zoom, countries have no names. */
const TOWNS_ZOOM = 8;
/** Farther out, the rank of a name is at most the zoom less this; nearer, all names of the tiles fit. */
const RANKS_BELOW = 1.5;
const ALL_ZOOM = 6;
/** Rank of a town in the path that the base map does not name. */
const UNRANKED = 9;

/** No tile of the globe names it: Mercator's map ends before its middle. */
/** @type {any} */
const ANTARCTICA = { text: 'Antarctica', at: [30, -84], rank: 0, isCountry: true, isInPath: false };

/** Returns a function that lists the names of a view at a zoom, { text, at [lng, lat], rank, isCountry,
 * isInPath }: first those to be written before the names of curves, then all others. On the globe there are
 * only names near the eclipse. */
export function namesOf(data, tiles, curves, eclipse) {
  const inPath = [...data.towns].sort((a, b) => b.population - a.population).map(({ name, lat, lng }) =>
    ({ text: name, at: [lng, lat], rank: 2, isCountry: false, isInPath: true, fame: UNRANKED }));
  const centre = curves.lines('c').flat();
  const along = centre.filter((_, k) => k % Math.ceil(centre.length / POINTS) === 0);

  /** Whether a name is that of a listed town in the path, which gets its rank: a famous town comes before a
   * larger one. */
  function isListed({ at, isCountry, rank }) {
    const same = isCountry ? null : inPath.find(town => Math.abs(town.at[0] - at[0]) < SAME_DEGREES &&
      Math.abs(town.at[1] - at[1]) < SAME_DEGREES);
    if (same) same.fame = Math.min(same.fame, rank);
    return Boolean(same);
  }

  /** The distance of a name from the eclipse; 0 within a partial eclipse. */
  function distance({ at }) {
    if (along.length > 0) return nearest([along], at).km;
    return eclipse.local(at[1], at[0], 0).magnitude > 0 ? 0 : GLOBE_KM;
  }

  /** @returns {[any[], any[]]} */
  return (bounds, zoom, isGlobe) => {
    const least = zoom < ALL_ZOOM ? zoom - RANKS_BELOW : zoom + 1;
    const named = namesIn(tiles, bounds, zoom);
    const found = (isGlobe ? [...named, ANTARCTICA] : named).filter(name => {
      name.isListed ??= isListed(name);
      if (name.isListed || (name.isCountry ? zoom >= TOWNS_ZOOM : name.rank > least + 1)) return false;
      name.km ??= distance(name);
      const isNear = name.km < NEAR_KM;
      return name.km < (isGlobe ? GLOBE_KM : Infinity) && (name.isCountry || isNear || name.rank <= least);
    });
    inPath.sort((a, b) => a.fame - b.fame);
    const order = name => name.rank + (name.km < NEAR_KM ? 0 : 100);
    found.sort((a, b) => order(a) - order(b) || (a.text < b.text ? -1 : 1));
    const isChief = name => name.isCountry && name.km < COUNTRIES_KM;
    const countries = found.filter(isChief), others = found.filter(name => !isChief(name));
    return isGlobe ? [[...countries, ...inPath], others] : [[...inPath, ...countries], others];
  };
}
