"""Checks a balancer with servers behind it. One client gets exactly the rate of pages of one server. Then sixteen
clients send requests until interrupted; every response must have status 200.

Usage: deploy_balancers.py BALANCER KEY CLIENT RATE, where BALANCER is HOST:PORT, CLIENT the source address of
the first check, and RATE the servers' --rate-pages in a window that is longer than the test."""

import http.client
import signal
import sys
import threading

balancer, key, first, rate = sys.argv[1:4] + [int(sys.argv[4])]
is_over = threading.Event()
signal.signal(signal.SIGINT, lambda *_: is_over.set())
# Each goes to one server, so that all servers have some.
sources = [f"127.0.5.{k}" for k in range(1, 17)]
wrong, calls = [], [0] * len(sources)


def connect(source):
    return http.client.HTTPConnection(balancer, timeout=180, source_address=(source, 0))


def granted():
    """Requests of one client that the rate of pages allows."""
    statuses = []
    for _ in range(rate + 50):
        connection = connect(first)
        connection.request("GET", "/")
        statuses.append(connection.getresponse().status)
        connection.close()
    return statuses.count(200), statuses.count(429)


def ask(client):
    connection = connect(sources[client])
    while not is_over.is_set():
        try:
            connection.request("GET", f"/julian-day/2026-08-12?apiKey={key}")
            answer = connection.getresponse()
            body = answer.read()
            calls[client] += 1
            if answer.status != 200:
                wrong.append(f"{answer.status} {body[:200]}")
        except (OSError, http.client.HTTPException) as error:
            wrong.append(repr(error))
            connection.close()


found = granted()
if found != (rate, 50):
    sys.exit(f"one client: {found[0]} of {rate + 50} requests succeeded, {found[1]} got 429; expected {rate}")
print(f"sending; one client had {rate} pages", flush=True)
threads = [threading.Thread(target=ask, args=(client,)) for client in range(len(calls))]
for thread in threads:
    thread.start()
is_over.wait()
for thread in threads:
    thread.join()
print(f"{sum(calls)} calls, {len(wrong)} failed")
sys.exit("\n".join(sorted(set(wrong))[:5]) or (0 if min(calls) > 0 else "a client had no response"))
