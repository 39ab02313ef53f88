// Libraries of the map that define globals.
import * as geo from 'd3-geo';
import * as leaflet from 'leaflet';

declare global {
  const d3: typeof geo;
  const L: typeof leaflet;
}
