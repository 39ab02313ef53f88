#!/bin/sh
# Installs what lies beside it into a folder: ./install.sh PREFIX, for example /usr/local. What is there of
# another version is replaced; accounts and artifacts are not touched. DESTDIR, if set, goes before PREFIX.
set -eu
case ${1:-} in
/*) prefix=${1%/} ;;
*)
    echo "usage: $0 PREFIX, an absolute path, such as /usr/local" >&2
    exit 2
    ;;
esac
cd "$(dirname "$0")"
root=${DESTDIR:-}$prefix

# A source of another version would be one that nobody has reviewed, and the builder would refuse it.
rm -rf "$root/share/umbra/catalog-src"
find bin lib share -type f | while read -r file; do
    case $file in
    bin/*) install -D -m 755 "$file" "$root/$file" ;;
    *) install -D -m 644 "$file" "$root/$file" ;;
    esac
done
for unit in lib/systemd/system/umbra*; do
    sed "s|@PREFIX@|$prefix|g" "$unit" >"$root/$unit"
done
echo "installed in $root; share/doc/umbra/deploy.md says how to go on"
