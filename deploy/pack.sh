# For deploy/dist.sh, deploy/release.sh and tests/packages.sh; source this file from the root folder.

# newest_glibc FILE MAX: prints the newest glibc that a program or library needs, and fails if it is newer.
newest_glibc() {
    local newest
    newest=$(objdump -T "$1" | grep -oP 'GLIBC_\K[0-9.]+' | sort -uV | tail -1)
    echo "$newest"
    [ "$(printf '%s\n' "$newest" "$2" | sort -V | tail -1)" = "$2" ]
}

# tree PROGRAMS FOLDER: fills FOLDER, for install.sh, with the programs and everything that belongs to them.
tree() {
    local programs=$1 folder=$2
    install -D deploy/umbra "$folder/bin/umbra"
    install -D -t "$folder/libexec/umbra" "$programs"/{builder,server}
    bash deploy/shell.sh "$programs" "$folder/share"
    mkdir -p "$folder"/{share/{umbra,doc/umbra},lib/{systemd/system,sysusers.d}}
    cp -R catalog-src "$folder/share/umbra/"
    cp deploy/systemd/*.{service,timer} "$folder/lib/systemd/system/"
    cp deploy/systemd/umbra.conf "$folder/lib/sysusers.d/"
    sed 's#](\.\./\([A-Z]*\.md\)#](\1#g' deploy/README.md >"$folder/share/doc/umbra/deploy.md"
    cp {CHANGELOG,COMPATIBILITY,COOKBOOK,SECURITY}.md deploy/{CLUSTER.md,server.env,alerts.yml,prometheus.yml} \
        "$folder/share/doc/umbra/"
    cp deploy/{Caddyfile,Caddyfile.many,nginx.conf,nginx.many.conf,compose.yml,compose.env} \
        deploy/{grafana.json,grafana.source.yml,grafana.boards.yml,systemd/many-servers.conf} \
        "$folder/share/doc/umbra/"
    cp -R deploy/kubernetes "$folder/share/doc/umbra/"
    python3 deploy/notices.py >"$folder/share/doc/umbra/THIRD-PARTY.txt"
    cp deploy/install.sh "$folder/"
}

# archive FOLDER: writes it as tar to standard output. Equal files give equal bytes.
archive() {
    chmod -R u=rwX,go=rX "$1"
    tar --create --format=gnu --directory "$(dirname "$1")" --sort=name --owner=0 --group=0 --numeric-owner \
        --mtime="@$SOURCE_DATE_EPOCH" "$(basename "$1")"
}
