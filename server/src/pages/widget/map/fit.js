// The view of the flat map that shows the whole path.

import 'leaflet';

/** Maximum zoom. */
const FIT_ZOOM = 9;
/** Minimum distance of the path from the edge of the view, and from the buttons over it. */
const EDGE_PX = 24, GAP_PX = 8;

/** Bounds of the fitted view: the path, or the area of the partial eclipse. A path without a central line is
 * a spot near a pole, where no country is in view. */
function extentOf(data) {
  const features = data.paths?.features ?? [];
  const ofWords = (...words) => features.filter(f => words.includes(f.properties.path));
  const chosen = ofWords('c').length > 0 ? ofWords('c', 'area') : ofWords('pn', 'ps', 'rs');
  const bounds = L.latLngBounds([]);
  const add = part => (typeof part[0] === 'number' ? bounds.extend([part[1], part[0]]) : part.forEach(add));
  chosen.forEach(f => add(f.geometry.coordinates));
  return bounds.isValid() ? bounds : L.latLngBounds([[-60, -180], [75, 180]]);
}

/** The parts of the view that the path leaves free: the edges, and the buttons at its left or, if these
 * are lower than wide, above it.
 * @returns {L.FitBoundsOptions} */
function freeParts(element) {
  const own = element.getBoundingClientRect();
  const groups = [...document.querySelectorAll('.tools .group')].map(group => group.getBoundingClientRect());
  const right = Math.max(...groups.map(group => group.right)) - own.left;
  const bottom = Math.max(...groups.map(group => group.bottom)) - own.top;
  const isBeside = right / own.width < bottom / own.height;
  return { paddingTopLeft: [isBeside ? right + GAP_PX : EDGE_PX, isBeside ? EDGE_PX : bottom + GAP_PX],
    paddingBottomRight: [EDGE_PX, EDGE_PX] };
}

/** Shows the whole path on a map. */
export const fitPath = (map, data) => map.fitBounds(extentOf(data),
  { ...freeParts(map.getContainer()), maxZoom: FIT_ZOOM, animate: false });
