"""Sends requests to a balancer with four clients until interrupted; every response must have status 200.

Usage: deploy_balancers.py PORT KEY"""

import http.client
import signal
import sys
import threading

port, key = int(sys.argv[1]), sys.argv[2]
is_over = threading.Event()
signal.signal(signal.SIGINT, lambda *_: is_over.set())
wrong, calls = [], [0] * 4


def ask(client):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
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


threads = [threading.Thread(target=ask, args=(client,)) for client in range(len(calls))]
for thread in threads:
    thread.start()
is_over.wait()
for thread in threads:
    thread.join()
print(f"{sum(calls)} calls, {len(wrong)} failed")
sys.exit("\n".join(sorted(set(wrong))[:5]) or (0 if sum(calls) > 1000 else "too few calls"))
