/**
 * Solar eclipses of 1900 to 2100, rise and set, and positions of Sun, Moon and Galactic Center.
 *
 * Angles are degrees, instants in results UTC as ISO 8601 with milliseconds. Every function throws a
 * `TypeError` if an argument has a wrong type, and a `RangeError` if its value is not valid.
 *
 * @module
 */

import type { LocalCircumstances, LocalHorizontal, Theory, Visibility } from "./results.js";
export type * from "./results.js";

/**
 * An instant of UTC: a `Date`, or text such as `2026-08-12` (0h) or `2026-08-12T18:30:00Z`. Years outside
 * 0 … 9999 have a sign and six digits: `-000584-05-22`.
 */
export type Instant = string | Date;

/**
 * An eclipse: a date within 1.5 days before or after greatest eclipse, or a result of {@link eclipse} or
 * {@link search}.
 */
export type EclipseDate = Instant | { date: string };

/** A place on the ellipsoid WGS 84. */
export interface Place {
  /** Latitude, degrees north, −90 … 90. */
  lat: number;
  /** Longitude, degrees east, −180 … 180. */
  lng: number;
  /** Height above the ellipsoid, m, −1000 … 100,000; 0 by default. */
  height?: number;
}

/** The basis of a computation. */
export interface Options {
  /**
   * The theory of Sun and Moon: that of the published canon, which is the default, or the most accurate one,
   * which covers the eclipses of 1500 … 2500.
   */
  theory?: Theory;
  /** Radius of the Moon for the penumbra, Earth radii, 0.272 … 0.273; only with the precise theory. */
  k1?: number;
  /** Radius of the Moon for the umbra, Earth radii, 0.272 … 0.273; only with the precise theory. */
  k2?: number;
  /** Semidiameter of the Sun at 1 au, arcseconds, 955 … 965; only with the precise theory. */
  sunRadius?: number;
  /** ΔT, s, −100,000 … 100,000; by default that of the table. */
  deltaT?: number;
}

/** 4 partial, 5 not central, 6 annular, 7 hybrid, 8 total. */
export type EclipseType = 4 | 5 | 6 | 7 | 8;

/** 0 greatest eclipse, 1 … 4 contacts. */
export type ContactNumber = 0 | 1 | 2 | 3 | 4;

/** A solar eclipse, and the basis of the computation. */
export interface Eclipse {
  /** Julian Day of 0h UT of the date of greatest eclipse. */
  jd: number;
  /** Greatest eclipse. */
  date: string;
  type: EclipseType;
  /** Saros number. */
  saros: number;
  /** Julian Day (TD) of greatest eclipse. */
  tMax: number;
  /** ΔT, s. */
  deltaT: number;
  /** Standard error of ΔT, s; null for a given ΔT. */
  deltaTSigma: number | null;
  theory: Theory;
  /** Standard error of the Moon's position relative to the Sun, arcseconds. */
  theorySigmaArcsec: number;
  /**
   * Distance by which the error of ΔT moves the curves east or west on the parallel of greatest eclipse, km;
   * null for a given ΔT.
   */
  eastWestKm: number | null;
  /** Name and version of the program, with the dataset. */
  computedBy: string;
  /** Radius of the Moon for the penumbra, Earth radii. */
  k1: number;
  /** Radius of the Moon for the umbra, Earth radii. */
  k2: number;
  /** Semidiameter of the Sun at 1 au, arcseconds. */
  solarRadiusArcsec: number;
  /** Ellipsoid of the curves. */
  ellipsoid: string;
  /** Maximum distance of edges from curves, m. */
  tolerance: number;
  /** Minimum altitude of the Sun's centre along lines, degrees. */
  minAlt: number;
}

/** An eclipse at a place. */
export interface FoundEclipse {
  /** Julian Day of 0h UT of the date of greatest eclipse. */
  jd: number;
  /** Greatest eclipse for the whole Earth. */
  date: string;
  /** Number in the catalog. */
  catalog: number;
  /** Type of the whole eclipse: partial, annular, total or hybrid. */
  type: "P" | "A" | "T" | "H";
  /** Type at the place. */
  localType: "partial" | "annular" | "total";
  /** Part of the Sun's diameter that is covered at `max`. */
  magnitude: number;
  /** Part of the Sun's disc that is covered at `max`, 0 … 1. */
  obscuration: number;
  /** Visible duration of totality or annularity, s; null in a partial eclipse. */
  durationSec: number | null;
  /** First contact; null if it is not visible. */
  c1: string | null;
  /** Second contact; null if there is none or it is not visible. */
  c2: string | null;
  /** Third contact; null if there is none or it is not visible. */
  c3: string | null;
  /** Fourth contact; null if it is not visible. */
  c4: string | null;
  /** The greatest visible phase. */
  max: {
    date: string;
    /** Altitude of the Sun's centre without refraction, degrees. */
    sunAlt: number;
    /** Azimuth of the Sun from north through east, degrees. */
    sunAz: number;
  };
  visibility: Visibility;
  /** Length of the geodesic to the nearest point of the central line, km; null without such a line. */
  pathDistanceKM: number | null;
  /** Its direction at the place, degrees from north through east; null without such a line. */
  pathBearing: number | null;
}

/**
 * A curve or a set of curves: `c` central line; `tn`, `ts` limits of totality or annularity; `pn`, `ps`
 * limits of the partial eclipse; `area` path of totality or annularity; `region` region of the whole eclipse;
 * `rs` begin or end at sunrise or sunset; `mh` maximum at sunrise or sunset; `iso` maximum at given instants;
 * `out` outlines of the umbra; `pts` contacts with the Earth and other points.
 */
export type PathWord =
  | "c"
  | "tn"
  | "ts"
  | "pn"
  | "ps"
  | "area"
  | "region"
  | "rs"
  | "mh"
  | "iso"
  | "out"
  | "pts";

/** Which curves, and their basis. */
export interface PathOptions extends Options {
  /** The curves; `classic`, the default, selects `c`, `tn`, `ts`, `pn`, `ps`, `rs`, `mh` and `pts`. */
  paths?: (PathWord | "classic")[];
  /** Maximum distance of edges from curves, m, 0.1 … 100,000; 100 by default. */
  tolerance?: number;
}

/** Longitude and latitude, degrees. */
export type Position2D = [lng: number, lat: number];

/** West, south, east, north, degrees; west > east across the antimeridian. */
export type BoundingBox = [west: number, south: number, east: number, north: number];

/** A geometry of RFC 7946. */
export type Geometry =
  | { type: "Point"; coordinates: Position2D }
  | { type: "LineString"; coordinates: Position2D[] }
  | { type: "MultiLineString"; coordinates: Position2D[][] }
  | { type: "Polygon"; coordinates: Position2D[][] }
  | { type: "MultiPolygon"; coordinates: Position2D[][][] };

/** The curves of an eclipse, a `FeatureCollection` of RFC 7946. */
export interface PathCollection {
  type: "FeatureCollection";
  /** Missing without curves. */
  bbox?: BoundingBox;
  eclipse: Eclipse;
  features: PathFeature[];
}

/** A curve. */
export interface PathFeature {
  type: "Feature";
  /** `tn`, `c-1`, `rs-begins-sunrise-1`, `P1`: unique, and the same for the same curve. */
  id: string;
  bbox: BoundingBox;
  geometry: Geometry;
  properties: PathProperties;
}

/** What a curve is, and how to draw it (simplestyle 1.1). */
export interface PathProperties {
  path: PathWord;
  /** The name, for people. */
  name: string;
  /** What is seen there at maximum; null if it varies along the curve. */
  kind: "total" | "annular" | "partial" | null;
  /** Null, except on lines of equal magnitude, which this package does not compute. */
  magnitude: number | null;
  /** Number of vertices. */
  points: number;
  /** First instant along the curve. */
  from: string | null;
  /** Last instant along the curve. */
  to: string | null;
  /** Colour of a line or outline, `#rrggbb`. */
  stroke?: string;
  /** Width of a line or outline, pixels. */
  "stroke-width"?: number;
  /** Colour of a polygon, `#rrggbb`. */
  fill?: string;
  /** Opacity of a polygon, 0 … 1. */
  "fill-opacity"?: number;
  /** Colour of a point, `#rrggbb`. */
  "marker-color"?: string;
}

/** Sun, Moon, or the Galactic Center. */
export type Body = "sun" | "moon" | "gc";

/** A rise, transit or set. */
export interface RiseSetInstant {
  key:
    | "sunrise"
    | "solar_transit"
    | "sunset"
    | "moonrise"
    | "lunar_transit"
    | "moonset"
    | "gc_rise"
    | "gc_transit"
    | "gc_set";
  date: string;
  /** Direction of the centre of the body. */
  azAlt: LocalHorizontal;
}

/** A body that stays above or below the horizon all day. */
export interface RiseSetState {
  key:
    | "sun_always_above"
    | "sun_always_below"
    | "moon_always_above"
    | "moon_always_below"
    | "gc_always_above"
    | "gc_always_below";
  date: null;
}

/** The position of the Galactic Center; angles in degrees. */
export interface Position {
  /** The instant in dynamical time, ISO 8601. */
  dateTD: string;
  /** Julian Ephemeris Day. */
  jde: number;
  /** Right ascension and declination of date. */
  apparentCoordinates: { ra: number; decl: number };
  /** Only with a place. */
  localHorizontal?: LocalHorizontal;
}

/** The position of Sun or Moon; angles in degrees. */
export interface EclipticPosition extends Position {
  /** Ecliptic longitude and latitude. */
  eclipticCoordinates: { λ: number; β: number };
  /** Ecliptic longitude with nutation and aberration. */
  apparentLongitude: number;
  /** Distance, au. */
  radiusVector: number;
  obliquityOfEcliptic: number;
  equatorialHorizontalParallax: number;
}

/** The requested positions. */
export interface Positions {
  sun?: EclipticPosition;
  moon?: EclipticPosition;
  gc?: Position;
}

/** Dates of all eclipses, UT, in order of time: `["1900-05-28", …]`. */
export function eclipses(): string[];

/** The eclipse of a date. */
export function eclipse(date: EclipseDate, options?: Options): Eclipse;

/**
 * What a place sees of an eclipse, as `/solar-eclipse/local-circumstances/details` responds.
 *
 * With the precise theory, contacts are within 0.1 s of direct geometry with JPL's DE440 where the limbs
 * approach faster than 0.05″/s. The Moon of the canon is 0.04–0.14″ off relative to the Sun in 1600–2199.
 * `accuracy` states the uncertainty of every instant.
 */
export function localCircumstances(eclipse: EclipseDate, place: Place, options?: Options): LocalCircumstances;

/**
 * The eclipses that a place sees, in order of time, as `/solar-eclipse/search` responds. Their visible
 * maximum is not before `from`, and before `to`.
 */
export function search(place: Place, from: Instant, to: Instant, options?: Options): FoundEclipse[];

/** The curves of an eclipse on the map as GeoJSON, as `/solar-eclipse/path` responds. */
export function path(eclipse: EclipseDate, options?: PathOptions): PathCollection;

/**
 * Rise, transit and set for each day of 24 hours from `from` to `to`, as `/rise-transit-set` responds, by the
 * start of the day. Upper limb, 34′ of refraction, level horizon; in 0–2999 within 0.2 s of JPL's
 * ephemerides. At least one day, at most 3660, each a few milliseconds' work; `bodies` is `["sun", "moon"]`
 * by default. The theory is the truncated one, which the service uses in years without an ephemeris.
 */
export function riseSet(
  place: Place,
  from: Instant,
  to: Instant,
  bodies?: Body[],
): Record<string, (RiseSetInstant | RiseSetState)[]>;

/**
 * Positions at an instant, as `/body-position` responds with `alg=truncated`: within 1.1″ of JPL's
 * ephemerides in 0–2999, within 5.1″ before. `bodies` is `["sun", "moon"]` by default.
 */
export function position(at: Instant, bodies?: Body[], place?: Place): Positions;
