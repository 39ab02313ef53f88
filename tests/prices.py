"""Credits for a second of the server's CPU, for the example of every operation and for expensive forms.

    prices.py SERVER ARTIFACTS

Prints a line for each form. Fails if a form gives less than a thirtieth of the median, or if a call that is
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
    "/solar-eclipse/search/1500/2500?obs=40,-3,0&next=1",
    "/solar-eclipse/search/1500/2500?obs=40,-3;-35,150;78,15&tz=auto",
    "/lunar-eclipse/search/1500/2500?obs=40,-3,0",
    "/lunar-eclipse/search/1500/2500?obs=40,-3,0&tz=auto&format=csv&next=any",
    "/day/2026-08-12?obs=40,-3,0",
    f"/solar-eclipse/path/2460408.5?paths=eqn,eqs&minAlt=89&tolerance=1&{fairness.MANY_LINES}",
    f"/solar-eclipse/path/2460408.5?paths=eqn,eqs&tolerance=10000&{fairness.MANY_LINES}",
    "/solar-eclipse/path/2460763.5?paths=eqn,eqs&tolerance=10000&" + fairness.MANY_LINES,
    "/solar-eclipse/path/2460408.5?paths=classic",
    "/solar-eclipse/path/2460408.5?paths=iso&isoStep=1&tolerance=10",
    "/solar-eclipse/path/2460408.5?paths=out&outStep=0.1&tolerance=1000",
    "/solar-eclipse/path/2460408.5?paths=all&spacingFactor=10&mag=0.5",
    "/solar-eclipse/path/2460408.5?format=csv&step=0.1",
    "/solar-eclipse/path/2460408.5?format=czml&outStep=0.1",
    "/solar-eclipse/path/2460408.5?paths=classic&format=kml&tolerance=10",
    "/solar-eclipse/path/2460408.5?paths=classic&format=gpx&tolerance=10",
    "/solar-eclipse/catalog/2024/2024",
    "/solar-eclipse/towns/2024-04-08?max=10000",
    "/solar-eclipse/towns/2024-04-08?theory=precise&k2=0.2725&max=1",
    "/eclipse-card/2026-08-12?obs=place:Burgos,ES&format=png",
    "/rise-transit-set/2024-01-01/2024-01-01?obs=41,-4,700&body=sun",
    "/rise-transit-set/1000-01-01/1000-01-01?obs=41,-4,700&body=moon",
    "/rise-transit-set/1000-01-01/1000-03-10?obs=41,-4,700&body=moon",
    "/rise-transit-set/2024-01-01/2025-01-01?obs=69,19,0&body=sun,moon&extras=accuracy",
    "/body-position/2024-01-01?body=sun,moon,gc&obs=41,-4,700&extras=accuracy",
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
    "/celestial-events/1000-01-01/1001-02-01?body=moon",
    "/meteor-showers/2024-01-01/2025-01-30",
    "/geodesic/37.6,-122.3/35.6,-3?method=uniform&format=array&points=1000",
    "/geodesic/37.6,-122.3/35.6,-3?method=midpoint&format=array&tolerance=10",
    "/elevation/37.6,-122.3/35.6,-3?samples=2",
    "/elevation?points=" + ";".join(f"{k % 80},{k % 170}" for k in range(1000)),
    "/sightline/46.5,8/46.6,8.1",
    "/skyline?obs=46.5,8",
    "/insolation/daily/2024-01-01/2024-02-01?obs=46.5,8&profile=0,10,20,10",
    "/bounding-tiles?points=" + ";".join(f"{k % 80},{k % 170}" for k in range(1000)),
    "/lunar-eclipse/catalog/2024/2024",
    "/eclipse-path?date=2024-04-08&k1=0.272&k2=0.272",
    # Free and rejected.
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
            example = parameter.get("example")
            text = ",".join(map(str, example)) if isinstance(example, list) else str(example)
            if parameter["in"] == "path":
                path = path.replace("{" + parameter["name"] + "}", text)
            elif parameter.get("required"):
                query.append(f"{parameter['name']}={text}")
        yield path + "?" + "&".join(query)


def called(connection, path, key, number=0):
    """Status, credits used until now, and the body of a call."""
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


def main(program, artifacts):
    priced, free = {}, {}
    with fairness.running(program, artifacts) as (server, port, key):
        connection = http.client.HTTPConnection("127.0.0.1", port)
        connection.request("GET", "/openapi/latest.json")
        description = json.loads(connection.getresponse().read())
        for path in dict.fromkeys([*examples(description), *fairness.PATHS, *PATHS]):
            status, credits, ms = measured(connection, server.pid, path, key)
            print(f"{status} {credits:10.1f} {ms:9.3f} ms {1000 * credits / ms:12.0f}  {path[:90]}", flush=True)
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
    if low or long:
        sys.exit("\n".join(["too cheap:", *low, "free, but long:", *long]))


if __name__ == "__main__":
    main(*sys.argv[1:])
