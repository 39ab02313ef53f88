#!/usr/bin/env bash
# Starts a private systemd in namespaces, on a temporary copy of this machine's files, and lets it build,
# serve, reload, restart and stop. Needs root. Without namespaces, or if systemd does not start in them, it
# prints that and succeeds, because systemd-analyze has checked the units before. Usage:
# tests/deploy_systemd.sh UNPACKED, where UNPACKED is the folder in the archive of deploy/dist.sh
set -euo pipefail
unpacked=$(realpath "$1")
machine=$(mktemp -d)
root=$machine/root

# Inside there are separate proc, sys, dev, run, var, tmp and units.
boot() {
    mount -t tmpfs tmpfs "$machine"
    mkdir -p "$machine"/{upper,work,root}
    mount -t overlay overlay -o "lowerdir=/,upperdir=$machine/upper,workdir=$machine/work" "$root"
    mount -t proc proc "$root/proc"
    mount -t sysfs -o ro sysfs "$root/sys"
    mount -t tmpfs tmpfs "$root/sys/fs/cgroup"
    mount -t cgroup2 cgroup2 "$root/sys/fs/cgroup"
    # Machines with cgroups v1 have controllers elsewhere.
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
    # Nothing else may run.
    for unit in /lib/systemd/system/{sysinit,basic,local-fs,sockets,timers}.target.wants/*; do
        ln -sf /dev/null "$root/etc/systemd/system/${unit##*/}"
    done
    DESTDIR=$root "$unpacked/install.sh" /usr/local >/dev/null
    log 2000..2000
    # pivot_root instead of chroot, in which no service could have separate users.
    cd "$root"
    pivot_root . mnt
    umount --lazy /mnt
    exec env -i container=other PATH="$PATH" /lib/systemd/systemd --system --unit=basic.target \
        --log-target=null --show-status=false
}
# Drop-ins: logs in files, and few years for a fast build.
log() {
    for unit in umbra umbra-build; do
        printf '[Service]\nStandardOutput=append:/var/log/%s\nStandardError=inherit\n' $unit \
            >"$root/etc/systemd/system/$unit.service.d/log.conf"
    done
    printf '[Service]\nExecStart=\nExecStart=/usr/local/bin/umbra build %s --ephemeris-range %s\n' \
        '--source /usr/local/share/umbra/catalog-src --out /var/lib/umbra-artifacts' "$1" \
        >"$root/etc/systemd/system/umbra-build.service.d/years.conf"
}
if [ "${2:-}" = boot ]; then
    machine=$3 root=$3/root
    boot
fi

if ! unshare --pid --fork --mount --uts --ipc --cgroup --net true 2>/dev/null; then
    echo "skipped starting the units: this needs root and namespaces"
    exit
fi
unshare --pid --fork --kill-child --mount --uts --ipc --cgroup --net \
    bash "$0" "$unpacked" boot "$machine" </dev/null &
outside=$!
trap '{ kill -9 $outside; wait; rmdir "$machine"; } 2>/dev/null || true' EXIT
# Runs a command on the machine.
on() { nsenter --target "$(pgrep -P $outside)" --all --root --wd "$@"; }
fail() {
    echo "$*" >&2
    on tail -n 20 /var/log/umbra /var/log/umbra-build >&2 || true
    on systemctl status --no-pager 'umbra*' >&2 || true
    exit 1
}
# soon WHAT COMMAND…: waits up to half a minute until the command succeeds.
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
    echo "skipped starting the units: systemd does not start in namespaces of this machine"
    exit
fi
on systemd-sysusers
if on systemctl start umbra 2>/dev/null; then fail "the server started without a generation"; fi
on grep -q 'run the builder' /var/log/umbra || fail "the log does not name the missing generation"
on systemctl stop umbra

on systemctl start umbra-build || fail "the first build failed"
[ "$(on stat -Lc %U:%a /var/lib/umbra-artifacts/current/eclipses.parquet)" = umbra-build:444 ] ||
    fail "the artifacts have another owner or mode"
on systemctl start umbra || fail "the server does not start"
# The server has reported that it is ready.
first=$(dataset) || fail "the server does not respond"
[ "$(on stat -c %U:%a /var/lib/umbra /var/lib/umbra/accounts.sqlite | xargs)" = "umbra:700 umbra:600" ] ||
    fail "other users can read the accounts"
process=$(on systemctl show --property MainPID --value umbra)
for line in 'Seccomp:.2' 'NoNewPrivs:.1' 'CapEff:.0*$'; do
    on grep -Eq "^$line" "/proc/$process/status" || fail "the server runs without $line"
done
if on nsenter --target "$process" --mount touch /var/lib/umbra-artifacts/x 2>/dev/null; then
    fail "the server could write artifacts"
fi
on runuser -u umbra -- /usr/local/bin/umbra accounts create --name Ada --email ada@example.org --plan pro \
    --accounts /var/lib/umbra/accounts.sqlite >/dev/null || fail "an account cannot be created"

# A nightly build without changes, and one with changes.
on systemctl start umbra-build
on grep -q 'unchanged' /var/log/umbra-build || fail "the second build computed again"
soon "a reload" on grep -q 'loaded the newest generation' /var/log/umbra
[ "$(dataset)" = "$first" ] || fail "another generation"
on bash -c 'sed -i s/2000..2000/2000..2001/ /etc/systemd/system/umbra-build.service.d/years.conf'
on systemctl daemon-reload
on systemctl start umbra-build
another() { [ "$(dataset)" != "$first" ]; }
soon "another generation" another
[ "$(on systemctl show --property MainPID --value umbra)" = "$process" ] || fail "the server was restarted"

on kill -9 "$process"
soon "the server after a crash" ask 1/readyz
on grep -q 'accounts=1' /var/log/umbra || fail "the account is lost"
on systemctl enable --now umbra umbra-build.timer 2>/dev/null || fail "the units cannot be enabled"
on systemctl stop umbra
[ "$(on systemctl show --property Result --value umbra)" = success ] || fail "the server did not stop successfully"
[ -z "$(on systemctl --failed --plain --no-legend)" ] || fail "units have failed"
echo "systemd has built, served, reloaded, restarted and stopped the service"
