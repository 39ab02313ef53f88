//! Guide: many servers that behave as one, for operators.

use super::parts::{heading, table};
use crate::pages::docs::reader::Reader;
use accounts::place::{LEASE_PERCENT, STALE};
use maud::{Markup, html};

/// What servers share: where it is, and how soon and how exactly the others know.
const SHARED: [(&str, &str); 6] = [
    (
        "Accounts, keys, rules, plans",
        "PostgreSQL. A change counts on every server within a second: PostgreSQL wakes them, and they look \
            for themselves four times a second.",
    ),
    (
        "Credits",
        "Each server has leave to spend a part of what is left of an allowance, a lease, and asks in the \
            background for the next. Valkey hands leases out, so that all together never pass the allowance. \
            What was spent is written to PostgreSQL four times a second.",
    ),
    (
        "Rates and attempts to sign in",
        "Each server counts in its own windows, tells Valkey every 20 ms and learns what the others have \
            counted. More than the limit is let through by what comes to the other servers between two \
            reports.",
    ),
    (
        "Console sessions, secrets of tokens",
        "PostgreSQL. Whoever signs in on one server is signed in on all; a token of one is taken by all.",
    ),
    (
        "Usage, notices, audit log",
        "PostgreSQL, each line once, whichever server has written it. A notice is posted by one server.",
    ),
    (
        "Generations of data",
        "Files, which you bring to every server: a shared folder, or the same image. /readyz refuses another \
            one than --require-dataset names, and an alert tells when servers differ.",
    ),
];

/// What is lost with a part, until it is back.
const AWAY: [(&str, &str); 4] = [
    (
        "A server",
        "The balancer asks another. Its requests under way are gone, and so is the usage that it had not \
            written: that of some tenths of a second, and never more than its leases.",
    ),
    (
        "Valkey",
        "Nothing is refused for it. Each server has rates of its own, so an address may ask as many times \
            more as there are servers. Leases come from PostgreSQL instead, where each server may pass the \
            allowance by one lease. umbra_valkey_up is 0.",
    ),
    (
        "PostgreSQL",
        "Known keys go on for --stale-seconds; then calls with keys get 503 and /readyz too. Nothing can be \
            changed meanwhile, and nobody can sign in to the console. Usage waits in memory and is written \
            when it is back. umbra_postgres_up is 0, umbra_accounts_stale_seconds counts.",
    ),
    ("Valkey and PostgreSQL", "Each server goes by what it knew and its own leases, for --stale-seconds."),
];

pub(super) fn content(_: &Reader) -> Markup {
    html! {
        (heading("when", "When one is not enough"))
        p {
            "One server with its file of SQLite is the default, and the fastest way to answer: it needs \
                nothing "
            "beside it and answers tens of thousands of requests a second on a core. Take more than one when "
            "the service must go on while a machine is down or renewed, or when a machine is full."
        }
        (heading("start", "Starting them"))
        p {
            "Every server gets the same two addresses, and any balancer stands before them; none needs to "
            "lead a client back to the server that he had before. The schema is made by the first that \
                starts."
        }
        (commands("Starting a server", START))
        p {
            "In the repository " code { "deploy/" } " has all of it ready: " code { "compose.yml" } " for \
                one "
            "machine, " code { "kubernetes/" } ", a drop-in for systemd, Caddy and nginx for many servers, "
            "alerts and a board. The operator's commands take the same " code { "--accounts" } "."
        }
        (heading("shared", "What they share"))
        (table("What servers share", &SHARED))
        p {
            "A lease is " (LEASE_PERCENT) " % of the allowance at most (" code { "--lease-percent" } "), \
                less "
            "near its end, and an idle server gives its own back. Calls wait for none of it, but for the \
                first "
            "of an account in a while and the last ones of an allowance: about a millisecond where Valkey is "
            "near, a quarter of a second at most."
        }
        (heading("away", "What happens when a part is away"))
        (table("What happens when a part is away", &AWAY))
        p {
            code { "--stale-seconds" } " is " (STALE.as_secs()) " unless you say otherwise. All three come \
                back by "
            "themselves, within seconds; nothing has to be started again in an order."
        }
        (super::many_servers_sizing::content())
        (heading("upgrade", "A new version without a gap"))
        p {
            "Back up, then renew one server after the other, each with " code { "--stop-delay-seconds" }
            " longer than two looks of the balancer. The first new one brings the schema up to date while \
                the "
            "old ones go on; if its changes cannot be read by them, the list of changes says so, and all old \
                ones "
            "are stopped first. Publish a generation that both versions read before."
        }
        (heading("migrate", "From SQLite"))
        ol {
            li { "Make an empty database, of which its user is the owner." }
            li { "Stop the server, then back up: what is counted afterwards would stay behind." }
            li { "Bring everything over, as a whole; rows are compared. Run it again if it was interrupted." }
            li { "Rename the old file, so that no command goes on with it by mistake." }
            li { "Start the servers with the new address. Keys, tokens and passwords stay what they are." }
        }
        (commands("Bringing accounts to PostgreSQL", MIGRATE))
        (heading("backup", "Backup"))
        p {
            "PostgreSQL alone, with its own tools, while everything runs; Valkey holds nothing that cannot \
                be "
            "made again, and needs no disk. A copy holds the secret by which tokens are signed: keep it as \
                you "
            "keep the database."
        }
        (commands("Backing up", BACKUP))
        (heading("security", "Security"))
        ul {
            li {
                code { "sslmode=require" } " (" code { "verify-full" } " and " code { "verify-ca" }
                " are taken as that) and " code { "valkeys://" } " want TLS and check the \
                    certificate by "
                "those whom the system trusts, or by the file that " code { "SSL_CERT_FILE" } " names. \
                    Without, "
                "keep both in a private network: passwords and names travel there."
            }
            li {
                "Options of programs stand in the list of processes. Addresses hold passwords: give them as \
                    variables from a file that its owner alone may read, not "
                "as options, which every user of the machine sees. They are never logged."
            }
            li {
                "Valkey must not throw keys away when it is full: " code { "maxmemory-policy noeviction" }
                ". Its user needs "
                "keys that begin with " code { "{umbra}:" } " alone."
            }
            li {
                "Name the balancers in " code { "--trusted-proxies" } ", and let nobody reach servers past \
                    them: "
                "rates go by the address that they tell. The operator's address, with metrics, is for you \
                    alone."
            }
        }
    }
}

const START: &str = "\
export UMBRA_ACCOUNTS='postgres://umbra:WORD@db.example.org/umbra?sslmode=require'
export UMBRA_LIMITS='valkeys://:WORD@valkey.example.org'
server --listen :8080 --trusted-proxies 10.0.0.2 --public-https --stop-delay-seconds 5";

const MIGRATE: &str = "\
systemctl stop umbra
server backup before.sqlite --accounts accounts.sqlite
# UMBRA_ACCOUNTS is the new address, from a file that its owner alone may read:
server accounts migrate --from accounts.sqlite --to \"$UMBRA_ACCOUNTS\"
mv accounts.sqlite accounts.migrated.sqlite";

const BACKUP: &str = "\
# ~/.pgpass, of mode 600, has the line db.example.org:5432:umbra:umbra:WORD; or the variable PGPASSWORD has \
it.
export PGHOST=db.example.org PGUSER=umbra PGDATABASE=umbra PGSSLMODE=require
pg_dump --format=custom --file=umbra.dump
# With all servers stopped:
pg_restore --clean --if-exists --single-transaction --dbname=umbra umbra.dump";

fn commands(what: &str, text: &str) -> Markup {
    html! { pre tabindex="0" role="group" aria-label=(what) { code { (text) } } }
}
