"""Checks that the balancers of deploy/ send a client always to the same server: Caddy and nginx before three
small servers. Each server of Umbra counts rates alone, so this makes the rates of several servers exact.

Usage: deploy_addresses.py [--configure FOLDER CADDY NGINX SERVER…]
With --configure it only writes Caddyfile and nginx.conf, for balancers and servers at these HOST:PORT."""

import collections
import contextlib
import http.client
import http.server
import os
import pathlib
import re
import socket
import subprocess
import sys
import tempfile
import threading
import time

deploy = pathlib.Path(__file__).resolve().parent.parent / "deploy"
# Addresses of this process alone: no other program takes one of its ports.
HOME = f"127.{100 + os.getpid() // 250 % 100}.{os.getpid() % 250}"
PORT = 18_080
# A connection from this address is the other proxy of the examples, 192.0.2.1.
OUTER_PROXY = "127.0.9.9"
PATIENCE_S = 180


def patient(example):
    """The example without short timeouts, so that a busy machine does not look like a lost server."""
    timeouts = r"(proxy_connect_timeout|health_timeout|dial_timeout|lb_try_duration) \w+"
    return re.sub(timeouts, rf"\1 {PATIENCE_S}s", example)


def configure(folder, caddy, nginx, servers, version=1, is_behind=False):
    """Writes both examples with these addresses. Responses then name their server and the version."""
    many = patient((deploy / "nginx.many.conf").read_text(encoding="utf-8"))
    for k, server in enumerate(servers, 1):
        many = re.sub(rf"server-{k}[a-z.]*:8080", server, many)
    many = re.sub(r".*server-\d.*\n", "", many)
    if is_behind:
        many = re.sub(r"^#(set_real_ip_from|real_ip_)", r"\1", many, flags=re.M)
        many = many.replace("192.0.2.1", OUTER_PROXY)
    (folder / "nginx.conf").write_text(f"""
        daemon off; pid {folder}/nginx.pid; error_log {folder}/nginx.log; events {{}}
        http {{
            access_log off;
            {many}
            server {{
                listen {nginx};
                add_header Server-Address $upstream_addr always;
                add_header Version {version} always;
                location / {{
                    proxy_pass http://umbra; proxy_http_version 1.1; proxy_set_header Connection "";
                    proxy_set_header Host $host; proxy_set_header X-Forwarded-For $remote_addr;
                }}
            }}
        }}""", encoding="utf-8")

    many = patient((deploy / "Caddyfile.many").read_text(encoding="utf-8"))
    options = "admin unix/" + str(folder / "caddy.sock")
    if is_behind:
        options += "\n" + "\n".join(re.findall(r"^#   (.*)", many, re.M)).replace("192.0.2.1", OUTER_PROXY)
        many = many.replace("lb_policy header Umbra-Client", "lb_policy client_ip_hash")
    many = re.sub(r"server-1:8080.*(?= \{)", " ".join(servers), many)
    host, port = caddy.split(":")
    site = f"http://:{port} {{\n\tbind {host}\n\theader Version {version}"
    many = re.sub(r"^\{\$HOST.*\{", site, many, flags=re.M)
    many = many.replace("\t\ttransport", "\t\theader_down Server-Address {upstream_hostport}\n\t\ttransport")
    (folder / "Caddyfile").write_text(f"{{\n{options}\n}}\n{many}", encoding="utf-8")


class Server(http.server.ThreadingHTTPServer):
    """A server that responds to everything with the client's address, as the balancer reports it."""

    daemon_threads = True

    class Handler(http.server.BaseHTTPRequestHandler):
        """Closes each connection, so that an ended server answers nothing more."""

        def do_GET(self):
            body = self.headers.get("X-Forwarded-For", "").encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    def __init__(self, address):
        host, port = address.split(":")
        super().__init__((host, int(port)), self.Handler)
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def end(self):
        """Refuses connections from now on."""
        self.shutdown()
        self.server_close()


def call(balancer, source, headers=()):
    """Sends a request from a source address. Returns its server, the reported client and the version."""
    connection = http.client.HTTPConnection(balancer, timeout=PATIENCE_S, source_address=(source, 0))
    with contextlib.closing(connection):
        connection.request("GET", "/", headers=dict(headers))
        answer = connection.getresponse()
        client = answer.read().decode()
        assert answer.status == 200, f"status {answer.status} from {source}"
        # nginx lists all servers that it has tried.
        return answer.headers["Server-Address"].split(", ")[-1], client, answer.headers["Version"]


def server_of(balancer, source, headers=()):
    """The server that gets the requests of a source address."""
    return call(balancer, source, headers)[0]


def eventually(what, condition):
    """Waits until a condition holds."""
    end = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < end, what
        time.sleep(0.05)


def listens(balancer):
    """Whether a balancer accepts connections."""
    host, port = balancer.split(":")
    with socket.socket() as probe:
        return probe.connect_ex((host, int(port))) == 0


def check_direct(balancer, servers, reload):
    """Clients connect to the balancer itself."""
    clients = [f"127.0.{k // 200 + 1}.{k % 200 + 1}" for k in range(300)]
    homes = {client: server_of(balancer, client) for client in clients}
    share = collections.Counter(homes.values())
    assert len(share) == 3 and min(share.values()) > 30, f"clients do not spread: {share}"
    for k in range(200):
        # A client can neither choose its server nor its address.
        forged = {"X-Forwarded-For": f"198.51.100.{k}", "Umbra-Client": f"198.51.100.{k}"}
        found = call(balancer, clients[0], forged)[:2]
        assert found == (homes[clients[0]], clients[0]), f"request {k} of one client: {found}"
    reload(2)
    eventually("the new configuration", lambda: call(balancer, clients[0])[2] == "2")
    assert {client: server_of(balancer, client) for client in clients} == homes, "a reload moves clients"

    lost = homes[clients[0]]
    servers[lost].end()
    # The first ones see the failure themselves.
    for client in clients:
        assert server_of(balancer, client) != lost, "an ended server answers"
    after = {client: server_of(balancer, client) for client in clients}
    moved = {client for client in clients if after[client] != homes[client]}
    assert moved == {client for client in clients if homes[client] == lost}, "other clients move, too"
    for _ in range(200):
        assert server_of(balancer, clients[0]) == after[clients[0]], "a client has two servers after a loss"
    servers[lost] = Server(lost)
    eventually("clients return", lambda: server_of(balancer, clients[0]) == lost)
    assert {client: server_of(balancer, client) for client in clients} == homes, "not as before the loss"
    return share


def check_behind(balancer):
    """Clients connect through another proxy."""
    def through(*forwarded):
        return call(balancer, OUTER_PROXY, {"X-Forwarded-For": ", ".join(forwarded)})

    home = through("198.51.100.1")[0]
    for k in range(200):
        # The client has sent the first address itself, the proxy has added the second one.
        found, client, _ = through(f"203.0.113.{k}", "198.51.100.1")
        # Servers count the last address that is not a proxy's.
        counted = [part for part in client.split(", ") if part != OUTER_PROXY][-1]
        assert (found, counted) == (home, "198.51.100.1"), f"request {k}: {found}, {client}"
        assert server_of(balancer, "127.0.1.1", {"X-Forwarded-For": f"203.0.113.{k}"}) == server_of(
            balancer, "127.0.1.1"
        ), "an address that is not the proxy's is believed"
    share = collections.Counter(through(f"198.51.100.{k}")[0] for k in range(200))
    assert len(share) == 3 and min(share.values()) > 20, f"clients do not spread: {share}"
    return through


def check_networks(through):
    """Servers count IPv6 by /64."""
    one = {through(f"2001:db8:1:2:{k:x}::{k:x}")[0] for k in range(1, 200)}
    assert len(one) == 1, f"a /64 has {len(one)} servers"
    many = collections.Counter(through(f"2001:db8:1:{k:x}::1")[0] for k in range(200))
    assert len(many) == 3 and min(many.values()) > 20, f"networks do not spread: {many}"


def run(command, folder, balancer):
    """Starts a balancer and waits for it."""
    log, environment = folder / "output.log", os.environ | {"XDG_CONFIG_HOME": str(folder)}
    with log.open("w", encoding="utf-8") as output:
        process = subprocess.Popen(command, stdout=output, stderr=output, env=environment)
    eventually(f"{command[0]} starts", lambda: process.poll() is not None or listens(balancer))
    assert process.poll() is None, log.read_text(encoding="utf-8")
    return process


def main():
    """Checks both balancers."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        folder.chmod(0o755)
        caddy, nginx, *addresses = (f"{HOME}.{k}:{PORT}" for k in range(1, 6))
        servers = {address: Server(address) for address in addresses}
        caddy_file = ["--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]
        nginx_file = ["nginx", "-c", str(folder / "nginx.conf")]
        modules = subprocess.run(["caddy", "list-modules"], check=True, capture_output=True, text=True).stdout
        started = {
            "Caddy": (caddy, ["caddy", "run", *caddy_file],
                      ["caddy", "reload", *caddy_file, "--address", f"unix/{folder}/caddy.sock"]),
            "nginx": (nginx, nginx_file, [*nginx_file, "-s", "reload"]),
        }
        for name, (balancer, start, again) in started.items():
            def reload(version):
                configure(folder, caddy, nginx, addresses, version)
                subprocess.run(again, check=True, capture_output=True)

            configure(folder, caddy, nginx, addresses)
            process = run(start, folder, balancer)
            try:
                share = check_direct(balancer, servers, reload)
            finally:
                process.terminate()
                process.wait()
            print(f"{name}: 300 clients at {sorted(share.values())} servers, each always at the same one")
            # The Caddy of Debian 12 has no such policy.
            if name == "Caddy" and "client_ip_hash" not in modules:
                print("Caddy: this version cannot be behind another proxy")
                continue
            configure(folder, caddy, nginx, addresses, is_behind=True)
            process = run(start, folder, balancer)
            try:
                through = check_behind(balancer)
                if name == "nginx":
                    check_networks(through)
            finally:
                process.terminate()
                process.wait()
            print(f"{name}: the same behind another proxy")


if sys.argv[1:2] == ["--configure"]:
    configure(pathlib.Path(sys.argv[2]), *sys.argv[3:5], sys.argv[5:])
else:
    main()
