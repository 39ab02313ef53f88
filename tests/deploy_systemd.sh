#!/usr/bin/env bash
# Starts a systemd of its own, in namespaces and on a copy of this machine's files that is thrown away, and
# has it build, serve, reload, restart and stop. Wants root; where namespaces cannot be had, or a systemd in them
# does not come up, it says so and ends well, because the units have been judged by systemd-analyze before.
# Usage: tests/deploy_systemd.sh UNPACKED, the folder that the archive of `just dist` holds
set -euo pipefail
unpacked=$(realpath "$1")
machine=$(mktemp -d)
root=$machine/root

# What runs inside has proc, sys, dev, run, var, tmp and units of its own.
boot() {
    mount -t tmpfs tmpfs "$machine"
    mkdir -p "$machine"/{upper,work,root}
    mount -t overlay overlay -o "lowerdir=/,upperdir=$machine/upper,workdir=$machine/work" "$root"
    mount -t proc proc "$root/proc"
    mount -t sysfs -o ro sysfs "$root/sys"
    mount -t tmpfs tmpfs "$root/sys/fs/cgroup"
    mount -t cgroup2 cgroup2 "$root/sys/fs/cgroup"
    # A machine of the older kind has controllers elsewhere.
    if [ ! -s "$root/sys/fs/cgroup/cgroup.controllers" ]; then
        umount "$root/sys/fs/cgroup"
        mkdir -p "$root/sys/fs/cgroup/systemd"
        mount -t cgroup -o none,name=systemd cgroup "$root/sys/fs/cgroup/systemd"
    fi
    mount --rbind /dev "$root/dev"
    for folder in run var tmp etc/systemd/system usr/local; do
        mount -t tmpfs -o mode=755 tmpfs "$root/$folder"
    done
    chmod 1777 "$root/tmp"
    : >"$root/etc/fstab"
    mkdir -p "$root"/var/{lib,log,tmp} "$root"/etc/systemd/system/umbra{,-build}.service.d
    # Nothing else is to run.
    for wanted in /lib/systemd/system/{sysinit,basic,local-fs,sockets,timers}.target.wants/*; do
        ln -sf /dev/null "$root/etc/systemd/system/${wanted##*/}"
    done
    DESTDIR=$root "$unpacked/install.sh" /usr/local >/dev/null
    log 2000..2000
    # Not chroot, in which no service could have users of its own.
    cd "$root"
    pivot_root . mnt
    umount --lazy /mnt
    exec env -i container=other PATH="$PATH" /lib/systemd/systemd --system --unit=basic.target \
        --log-target=null --show-status=false
}
# Drop-ins: logs into files, and few years, which are computed sooner.
log() {
    for unit in umbra umbra-build; do
        printf '[Service]\nStandardOutput=append:/var/log/%s\nStandardError=inherit\n' $unit \
            >"$root/etc/systemd/system/$unit.service.d/log.conf"
    done
    printf '[Service]\nExecStart=\nExecStart=/usr/local/bin/builder build %s --ephemeris-range %s\n' \
        '--source /usr/local/share/umbra/catalog-src --out /var/lib/umbra-artifacts' "$1" \
        >"$root/etc/systemd/system/umbra-build.service.d/years.conf"
}
if [ "${2:-}" = boot ]; then
    machine=$3 root=$3/root
    boot
fi

if ! unshare --pid --fork --mount --uts --ipc --cgroup --net true 2>/dev/null; then
    echo "the units are not started: this wants root and namespaces"
    exit
fi
unshare --pid --fork --kill-child --mount --uts --ipc --cgroup --net \
    bash "$0" "$unpacked" boot "$machine" </dev/null &
outside=$!
trap '{ kill -9 $outside; wait; rmdir "$machine"; } 2>/dev/null || true' EXIT
# Commands on the machine.
on() { nsenter --target "$(pgrep -P $outside)" --all --root --wd "$@"; }
fail() {
    echo "$*" >&2
    on tail -n 20 /var/log/umbra /var/log/umbra-build >&2 || true
    on systemctl status --no-pager 'umbra*' >&2 || true
    exit 1
}
# soon WHAT COMMAND…: within half a minute.
soon() {
    for _ in $(seq 300); do
        if "${@:2}" >/dev/null 2>&1; then return; fi
        sleep 0.1
    done
    fail "$1 does not come"
}
ask() { on curl --silent --show-error --fail "http://127.0.0.1:808$1"; }
dataset() { ask 0/version | grep -o '"dataset":"[0-9a-f]*"'; }

for _ in $(seq 300); do
    if on systemctl is-system-running >/dev/null 2>&1; then break; fi
    sleep 0.1
done
if ! on systemctl is-system-running >/dev/null 2>&1; then
    echo "the units are not started: no systemd comes up in namespaces of this machine"
    exit
fi
on systemd-sysusers
if on systemctl start umbra 2>/dev/null; then fail "the server started without a generation"; fi
on grep -q 'run the builder' /var/log/umbra || fail "the log does not say what is missing"
on systemctl stop umbra

on systemctl start umbra-build || fail "the first build failed"
[ "$(on stat -Lc %U:%a /var/lib/umbra-artifacts/current/eclipses.parquet)" = umbra-build:444 ] ||
    fail "the artifacts have another owner or mode"
on systemctl start umbra || fail "the server does not start"
# It has told that it is ready.
first=$(dataset) || fail "the server does not answer"
[ "$(on stat -c %U:%a /var/lib/umbra /var/lib/umbra/accounts.sqlite | xargs)" = "umbra:700 umbra:600" ] ||
    fail "the accounts can be read by others"
process=$(on systemctl show --property MainPID --value umbra)
for line in 'Seccomp:.2' 'NoNewPrivs:.1' 'CapEff:.0*$'; do
    on grep -Eq "^$line" "/proc/$process/status" || fail "the server runs without $line"
done
if on nsenter --target "$process" --mount touch /var/lib/umbra-artifacts/x 2>/dev/null; then
    fail "the server could write artifacts"
fi
on runuser -u umbra -- /usr/local/bin/server accounts create --name Ada --email ada@example.org --plan pro \
    --accounts /var/lib/umbra/accounts.sqlite >/dev/null || fail "an account cannot be made"

# A night with nothing to do, and one with something.
on systemctl start umbra-build
on grep -q 'unchanged' /var/log/umbra-build || fail "the second build computed again"
soon "a reload" on grep -q 'took the newest generation' /var/log/umbra
[ "$(dataset)" = "$first" ] || fail "another generation"
on bash -c 'sed -i s/2000..2000/2000..2001/ /etc/systemd/system/umbra-build.service.d/years.conf'
on systemctl daemon-reload
on systemctl start umbra-build
another() { [ "$(dataset)" != "$first" ]; }
soon "another generation" another
[ "$(on systemctl show --property MainPID --value umbra)" = "$process" ] || fail "it was no reload"

on kill -9 "$process"
soon "the server after a crash" ask 1/readyz
on grep -q 'accounts=1' /var/log/umbra || fail "the account is lost"
on systemctl enable --now umbra umbra-build.timer 2>/dev/null || fail "the units cannot be enabled"
on systemctl stop umbra
[ "$(on systemctl show --property Result --value umbra)" = success ] || fail "the server did not end well"
[ -z "$(on systemctl --failed --plain --no-legend)" ] || fail "units have failed"
echo "systemd has built, served, reloaded, restarted and stopped it"
