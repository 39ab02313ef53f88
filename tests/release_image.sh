#!/usr/bin/env bash
# Executes the Containerfile of a folder without an engine, and calls a server in its last image. Each stage is
# a layer over the root of this machine, which replaces the base image.
# Usage: unshare --mount bash tests/release_image.sh FOLDER, as root on Debian with curl
set -euo pipefail
context=$(realpath "$1") work=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null || true; wait; umount --recursive "$work"; rmdir "$work"' EXIT
mount -t tmpfs umbra "$work"

from() {
    root=$work/$1/root folder=/ user=0:0
    environment=(PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin)
    mkdir -p "$work/$1"/{root,layer,work}
    mount -t overlay umbra -o "lowerdir=/,upperdir=$work/$1/layer,workdir=$work/$1/work" "$root"
    mount --rbind /dev "$root/dev"
    # A container's own is a mount, which the layer below does not show.
    cp --dereference /etc/resolv.conf "$root/etc/resolv.conf"
    mount -t proc proc "$root/proc"
}
copy() {
    local source=$context owner=0:0
    while [[ $1 == --* ]]; do
        case $1 in
        --from=*) source=$work/${1#*=}/root ;;
        --chown=*) owner=${1#*=} ;;
        *) echo "COPY with $1" >&2 && exit 1 ;;
        esac
        shift
    done
    local from=$source/${1#/} to=$root/$2
    [[ $2 == /* ]] || to=$root/$folder/$2
    if [ -d "$from" ]; then
        mkdir -p "$to" && cp -R "$from/." "$to/" && chown -R "$owner" "$to"
    else
        [[ $2 != */ ]] || to+=$(basename "$1")
        mkdir -p "$(dirname "$to")" && cp "$from" "$to" && chown "$owner" "$to"
    fi
}
# The arguments of the command are not a function, so that a signal reaches a command in the background.
inside() { command=(env -i "${environment[@]}" chroot --userspec="$user" "$root" "$@"); }

while read -r instruction rest; do
    case $instruction in
    FROM) from "${rest##* }" ;;
    COPY) read -ra words <<<"$rest" && copy "${words[@]}" ;;
    WORKDIR) folder=$rest && mkdir -p "$root/$folder" ;;
    RUN) inside sh -ec "cd '$folder'; $rest" && "${command[@]}" >&2 </dev/null ;;
    ENV) read -ra words <<<"$rest" && environment+=("${words[@]}") ;;
    USER) user=$rest ;;
    ENTRYPOINT) read -ra entry < <(tr -d '[],"' <<<"$rest") ;;
    ARG | VOLUME | EXPOSE) ;;
    *) echo "the script cannot execute $instruction" >&2 && exit 1 ;;
    esac
done < <(sed '/^ *#/d;/^$/d' "$context/Containerfile" | sed -e ':join' -e '/\\$/{N;s/\\\n//;bjoin' -e '}')

inside "${entry[@]}" --demo --listen 127.0.0.1:0 --admin-listen 127.0.0.1:0
"${command[@]}" >"$work/said" &
for _ in $(seq 600); do
    ! grep -q 'account ' "$work/said" || break
    sleep 0.1
done
curl --silent --fail "$(grep -o 'http://[0-9.:]*' "$work/said" | head -1)/version"
root=$work/umbra-builder/root environment=("${environment[0]}")
inside umbra build --help
"${command[@]}" | head -1
