"""Credits for a second of the server's CPU, for the example of every operation and for expensive forms.

    prices.py SERVER ARTIFACTS LIMB

LIMB is a folder of `umbra limb`. Each call of a form with NNN asks for something that no cache has. Prints a line for each form. Fails if a form gives less than a thirtieth of the median, or if a call that is
free or rejected takes more than 6 ms. For Linux.
"""

import http.client
import json
import statistics
import sys
import time

import fairness

LEAST_PART, MOST_FREE_MS = 1 / 30, 6
# A form is repeated for this long, or once.
SECONDS, MOST_CALLS = 0.2, 100
ALL_PATHS = "/solar-eclipse/path/2460408.5?paths=all&tolerance=1"
SEARCH = f"/solar-eclipse/search/-1999/3000?{fairness.PLACE}&era=canon"
# Forms besides the examples and those of fairness.py.
PATHS = [
    f"{SEARCH}&model=smh2016&type=total&minAlt=89.9&minMagnitude=1.19",
    "/solar-eclipse/search/1500/2500?obs=40,-3,0&next=total",
    "/solar-eclipse/search/1500/2500?obs=40,-3;-35,150;78,15&tz=auto",
    "/lunar-eclipse/search/1500/2500?obs=40,-3,0",
    "/lunar-eclipse/search/1500/2500?obs=40,-3,0&tz=auto&format=csv&next=any",
    "/day/2026-08-12?obs=40,-3,0",
    "/now?obs=46.NNN,8",
    "/now?obs=78.NNN,15.65&date=2026-11-28&extras=appearance",
    "/rise-transit-set/2026-11-28?obs=78.NNN,15.65&body=sun&next=rise,set",
    "/rise-transit-set/1000-11-28?obs=78.NNN,15.65&body=sun,moon&next=rise,set,twilights",
    "/rise-transit-set/2026-11-28?obs=46.NNN,8&body=sun&next=rise&horizon=coarse",
    "/day/2026-11-28?obs=78.NNN,15.65",
    "/crescent/2025-03-30?obs=40.NNN,-3",
    "/crescent-map/2025-03-30?deltaT=69.NNN",
    "/terminator/2026-03-20T14:46:00.NNNZ?tolerance=100",
    "/terminator/1000-03-20?features=moon&tolerance=100000",
    f"/solar-eclipse/path/2460408.5?paths=eqn,eqs&minAlt=89&tolerance=1&{fairness.MANY_LINES}",
    f"/solar-eclipse/path/2460408.5?paths=eqn,eqs&tolerance=10000&{fairness.MANY_LINES}",
    "/solar-eclipse/path/2460763.5?paths=eqn,eqs&tolerance=10000&" + fairness.MANY_LINES,
    "/solar-eclipse/path/2460408.5?paths=classic",
    "/solar-eclipse/path/2460408.5?paths=iso&isoStep=1&tolerance=10",
    "/solar-eclipse/path/2460408.5?paths=out&outStep=0.1&tolerance=1000",
    "/solar-eclipse/path/2460408.5?paths=all&spacingFactor=10&mag=0.5",
    "/solar-eclipse/path/2460408.5?format=csv&step=0.1",
    "/solar-eclipse/path/2460408.5?paths=classic&format=kml&tolerance=10",
    "/solar-eclipse/path/2460408.5?paths=classic&format=gpx&tolerance=10",
    "/solar-eclipse/catalog/2024/2024",
    "/solar-eclipse/catalog/-1999/3000?fields=isoDate",
    "/solar-eclipse/towns/2024-04-08?max=10000",
    "/solar-eclipse/towns/2024-04-08?theory=precise&k2=0.2725&max=1",
    "/ogc/collections/solar-eclipses/items?limit=10000",
    "/ogc/collections/paths/items?limit=50",
    "/ogc/collections/paths/items?bbox=10,50,10.001,50.001",
    "/ogc/collections/towns/items?limit=1000&eclipse=2024-04-08",
    "/eclipse-card/2026-08-12?obs=place:Burgos,ES&format=png",
    "/rise-transit-set/2024-01-01/2024-01-01?obs=41,-4,700&body=sun",
    "/rise-transit-set/1000-01-01/1000-01-01?obs=41,-4,700&body=moon",
    "/rise-transit-set/1000-01-01/1000-03-10?obs=41,-4,700&body=moon",
    "/rise-transit-set/2024-01-01/2025-01-01?obs=69,19,0&body=sun,moon&extras=accuracy",
    "/body-position/2024-01-01?body=sun,moon,gc&obs=41,-4,700&extras=accuracy",
    "/body-position/2024-01-01?body=sun&obs=41,-4,700&extras=appearance",
    "/moon-picture/2024-01-01?obs=41,-4,700",
    "/body-position/1000-01-01?body=moon&alg=truncated",
    "/body-position/2024-01-01/2025-01-01?body=sun&interval=3600",
    f"/az-alt-search/2024-01-01/2034-01-01?{fairness.PLACE}&az=180&body=sun,moon",
    f"/az-alt-search/2024-01-01/2024-01-02?{fairness.PLACE}&alt=10&body=moon",
    "/delta-t/-1000-01-01",
    "/lunar-libration/1000-01-01",
    "/lunar-libration/2024-01-01?obs=40,-3,0",
    f"/insolation/daily/2024-01-01/2034-01-01?{fairness.PLACE}",
    f"/insolation/monthly/2024-01-01/2033-12-01?{fairness.PLACE}",
    f"/insolation/irradiance/2024-04-08/2024-04-09?{fairness.PLACE}&interval=3600",
    "/celestial-events/2024-01-01/2025-02-01?body=sun,moon,gc",
    "/celestial-events/1500-01-02/1501-02-01?body=moon",
    "/meteor-showers/2024-01-01/2025-01-30",
    "/geodesic/37.6,-122.3/35.6,-3?method=uniform&format=array&segments=1000",
    "/geodesic/37.6,-122.3/35.6,-3?method=midpoint&format=array&tolerance=10",
    "/elevation/37.6,-122.3/35.6,-3?samples=2",
    "/elevation?points=" + ";".join(f"{k % 80},{k % 170}" for k in range(1000)),
    "/sightline/46.5,8/46.6,8.1",
    "/skyline?obs=46.5,8",
    "/insolation/daily/2024-01-01/2024-02-01?obs=46.5,8&profile=0,10,20,10",
    "/bounding-tiles?points=" + ";".join(f"{k % 80},{k % 170}" for k in range(1000)),
    "/lunar-eclipse/catalog/2024/2024",
    # The most work for its price that was found of each operation.
    "/solar-eclipse/path/2463184.5?paths=dur&dur=1",
    "/solar-eclipse/path/2461264.5?paths=dur&dur=1,60&limits=limb&ground=1",
    "/solar-eclipse/path/2461264.5?paths=tn,ts,area,sigma,valley&limits=limb&ground=1&tolerance=100",
    "/solar-eclipse/path/2461264.5?paths=tn&limits=limb&ground=1&tolerance=10000",
    "/solar-eclipse/path/2461264.5?paths=out&limits=limb&ground=1&umbra=60s&tolerance=10000",
    "/solar-eclipse/path/2461264.5?format=csv&step=0.1&limits=limb&ground=1",
    "/eclipse-path?date=2024-04-08&theory=precise&k1=0.272NNN&k2=0.272",
    "/eclipse-path?date=2024-04-08&theory=precise&k1=0.272NNN&k2=0.272&obs=40.NNN,-90",
    "/eclipse-path?date=2026-08-12&limb=1&theory=precise&k1=0.272NNN&k2=0.272",
    "/eclipse-path?date=2026-08-12&limb=1&theory=precise&sunRadius=959.9NNN",
    "/eclipse-path?date=2026-08-12&limb=1&obs=42.3NNN,-3.7",
    "/eclipse-simulator?date=2026-08-12&obs=42.3NNN,-3.7&limb=1&horizon=coarse",
    "/eclipse-simulator?date=2026-08-12&obs=42.3NNN,-3.7&horizon=coarse&theory=precise&k1=0.272NNN&k2=0.272",
    "/eclipse-card/2026-08-12?obs=42.3NNN,-3.7&theory=precise&k2=0.272NNN&format=png",
    "/eclipse-card/2026-08-12?obs=42.3NNN,-3.7&theory=precise&k2=0.272NNN",
    "/solar-eclipse/local-circumstances/details/2461264.5?obs=42.3NNN,-3.7&limb=1",
    "/solar-eclipse/local-circumstances/details/2461264.5?obs=42.3NNN,-3.7&limb=1&horizon=coarse",
    "/lunar-limb?l=2.NNN&b=1&directions=18000",
    "/lunar-limb/2026-08-12T18:28:00.NNNZ?obs=42.3,-3.7&directions=18000&format=svg",
    "/lunar-eclipse/search/1500/2500?obs=46.NNN,8&horizon=coarse",
    "/lunar-eclipse/search/1500/2500?obs=46.NNN,8",
    "/solar-eclipse/search/-1999/3000?obs=46.NNN,8&era=canon&horizon=coarse",
    "/solar-eclipse/search/1900/2100?obs=46.NNN,8&horizon=coarse",
    "/skyline?obs=46.NNN,8",
    "/sightline/46.NNN,8/46.9,8.4",
    "/insolation/irradiance/2024-04-08/2024-04-09?obs=46.NNN,8&interval=3600&horizon=coarse",
    "/insolation/daily/2024-01-01/2024-02-01?obs=46.NNN,8&horizon=coarse",
    "/rise-transit-set/2024-01-01/2024-03-01?obs=46.NNN,8&body=moon&horizon=coarse",
    "/az-alt-search/2024-01-01/2034-01-01?obs=46.NNN,8&az=180&body=moon",
    "/day/2026-08-12?obs=46.NNN,8",
    "/solar-eclipse/towns/2024-04-08?max=1000&bbox=-10,-60,-9,-59&theory=precise&k2=0.272NNN",
    "/lunar-limb?l=2.NNN&b=1",
    "/lunar-eclipse/local-circumstances/2460748.5?obs=46.NNN,8",
]
# Free and rejected.
FREE = [
    f"{ALL_PATHS}&cost=1&{fairness.MANY_LINES}",
    f"{ALL_PATHS}&cost=1",
    "/solar-eclipse/path/2460408.5?paths=iso&isoStep=1&tolerance=1&cost=1",
    "/solar-eclipse/path/2460408.5?paths=classic&cost=1",
    f"{ALL_PATHS}&spacingFactor=40",
    f"/solar-eclipse/path/2460408.5?paths=all&spacingFactor=40&{fairness.MANY_LINES}",
    "/solar-eclipse/path/2460408.5?paths=out&outStep=0.1&tolerance=1",
    f"{SEARCH}&cost=1",
    f"/insolation/daily/1000-01-01/1010-01-01?{fairness.PLACE}&cost=1",
    "/geodesic/70,0/70,170?method=midpoint&format=array&tolerance=0.001",
    "/geodesic/37.6,-122.3/35.6,-3?method=midpoint&format=array&tolerance=0.02&cost=1",
    "/body-position/2024-01-01/2054-01-01?body=sun,moon&interval=60",
    "/julian-day/someday",
    "/solar-eclipse/elements/2460412",
    "/solar-eclips/path",
    "/docs/solar-eclipses",
]


def cpu_s(pid):
    """Seconds of CPU of a process, those of ended threads included (clock_getcpuclockid(3))."""
    return time.clock_gettime(~pid << 3 | 2)


def examples(description):
    """Addresses with the examples of the required parameters of every operation."""
    for path, methods in description["paths"].items():
        # Rows of a body have the price of the same places in an address.
        if "get" not in methods:
            continue
        query = []
        for parameter in methods["get"].get("parameters", []):
            if "$ref" in parameter:
                parameter = description["components"]["parameters"][parameter["$ref"].rsplit("/", 1)[1]]
            example = parameter.get("example")
            text = ",".join(map(str, example)) if isinstance(example, list) else str(example)
            if parameter["in"] == "path":
                path = path.replace("{" + parameter["name"] + "}", text)
            elif parameter.get("required"):
                query.append(f"{parameter['name']}={text}")
        yield path + "?" + "&".join(query)


def called(connection, path, key, number=0):
    """Status, credits used until now, and the body of a call."""
    path = path.replace("NNN", f"{number + 1:03}")
    path += f"{'&' if '?' in path else '?'}apiKey={key}"
    if path.startswith("/solar-eclipse/path"):
        # Maps are kept: each call requests another one.
        path += f"&deltaT={60 + number / 100}"
    connection.request("GET", path, headers={"Accept-Encoding": "br"})
    response = connection.getresponse()
    body = response.read()
    return response.status, float(response.getheader("X-Credits-Used") or 0), body


def measured(connection, pid, path, key):
    """Status, credits and CPU in ms of a call, without the first one, which may fill caches."""
    _, before, _ = called(connection, path, key)
    begun, cpu, calls = time.monotonic(), cpu_s(pid), 0
    while calls < MOST_CALLS and (calls == 0 or time.monotonic() < begun + SECONDS):
        calls += 1
        status, used, _ = called(connection, path, key, calls)
    return status, (used - before) / calls, 1000 * (cpu_s(pid) - cpu) / calls


def main(program, artifacts, limb):
    priced, free, refused = {}, {}, []
    with fairness.running(program, artifacts, "--limb", limb) as (server, port, key):
        connection = http.client.HTTPConnection("127.0.0.1", port)
        connection.request("GET", "/openapi/latest.json")
        description = json.loads(connection.getresponse().read())
        forms = [*fairness.PATHS, *PATHS]
        for path in dict.fromkeys([*examples(description), *forms, *FREE]):
            status, credits, ms = measured(connection, server.pid, path, key)
            print(f"{status} {credits:10.1f} {ms:9.3f} ms {1000 * credits / ms:12.0f}  {path[:90]}", flush=True)
            if path in forms and status != 200:
                refused.append(path)
            # 503: a table that this generation does not have.
            if status != 503 and credits > 0:
                priced[path] = 1000 * credits / ms
            elif status != 503:
                free[path] = ms
    median, worst = statistics.median(priced.values()), min(priced, key=priced.get)
    part = priced[worst] / median
    print(f"{len(priced)} prices, median {median:.0f} credits/s; 1/{1 / part:.0f} of it: {worst}")
    dear = max(free, key=free.get)
    print(f"{len(free)} free or rejected, at most {free[dear]:.2f} ms: {dear}")
    low = [path for path, value in priced.items() if value < LEAST_PART * median]
    long = [path for path, value in free.items() if value > MOST_FREE_MS]
    if low or long or refused:
        sys.exit("\n".join(["too cheap:", *low, "free, but long:", *long, "refused:", *refused]))


if __name__ == "__main__":
    main(*sys.argv[1:])
