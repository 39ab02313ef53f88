#!/bin/sh
# Installs the files next to it: ./install.sh PREFIX, for example /usr/local. Replaces the files of other
# versions; does not touch accounts and artifacts. DESTDIR, if set, is put before PREFIX.
set -eu
case ${1:-} in
*[!A-Za-z0-9/._-]*) prefix= ;;
/*) prefix=${1%/} ;;
*) prefix= ;;
esac
case $prefix in
'')
    echo "usage: $0 PREFIX, an absolute path of letters, digits and ._-, such as /usr/local" >&2
    exit 2
    ;;
esac
cd "$(dirname "$0")"
root=${DESTDIR:-}$prefix

# Remove sources of another version: the builder would reject files that its checksums do not list.
rm -rf "$root/share/umbra/catalog-src"
find bin lib libexec share -type f | while read -r file; do
    case $file in
    bin/* | libexec/*) install -D -m 755 "$file" "$root/$file" ;;
    *) install -D -m 644 "$file" "$root/$file" ;;
    esac
done
for unit in lib/systemd/system/umbra*; do
    sed "s|@PREFIX@|$prefix|g" "$unit" >"$root/$unit"
done
echo "installed in $root; share/doc/umbra/deploy.md says how to go on"
