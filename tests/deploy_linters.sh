#!/usr/bin/env bash
# Checks the files for containers, clusters and dashboards with third-party programs: Compose, Kustomize, the
# schemas of Kubernetes, Grafana's own reader of dashboards, and linters.
# PYTHON needs the packages that .ci/run installs for it; their programs are in the same folder.
# Usage: tests/deploy_linters.sh PYTHON OPERATOR, where OPERATOR is a server's admin address, HOST:PORT
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
python=$1 bin=$(dirname "$1") deploy=$here/../deploy
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$bin/yamllint" --strict --config-data '{extends: default, rules: {line-length: {max: 110}, braces: disable,
    brackets: disable, document-start: disable, truthy: {check-keys: false}}}' "$deploy"
"$bin/hadolint" "$deploy/Containerfile"

# Compose reads its file with every profile, as before a start.
sed 's/PASSWORD=$/PASSWORD=abc123/' "$deploy/compose.env" >"$work/env"
"$bin/docker-compose" --env-file "$work/env" --file "$deploy/compose.yml" --profile '*' \
    config --format json >"$work/compose.json"
"$python" "$here/deploy_compose.py" "$work/compose.json" "$deploy" "$2"
if "$bin/docker-compose" --env-file "$deploy/compose.env" --file "$deploy/compose.yml" config --quiet \
    2>"$work/refused"; then
    echo "compose.yml starts without passwords" >&2
    exit 1
fi
grep -q 'PASSWORD.*put it into .env' "$work/refused"

# Kubernetes: as it is, with all components, the migration, and shards of many places.
cp -R "$deploy/kubernetes" "$work/kubernetes"
"$bin/kubectl" kustomize "$work/kubernetes" >"$work/cluster.yaml"
for job in migrate batch; do "$bin/kubectl" kustomize "$work/kubernetes/$job" >"$work/$job.yaml"; done
sed -i -e '/^components:/d' -e 's/^# components:/components:/' "$work/kubernetes/kustomization.yaml"
"$bin/kubectl" kustomize "$work/kubernetes" >"$work/all.yaml"
# There is no schema for objects of the Prometheus operator.
awk 'BEGIN { RS = ORS = "---\n" } !/monitoring.coreos.com/' "$work/all.yaml" >"$work/tables.yaml"
for objects in "$work"/{cluster,tables,migrate,batch}.yaml "$deploy/kubernetes/secret.example.yaml"; do
    "$bin/kubernetes-validate" --strict --quiet "$objects"
done
for kind in CronJob ServiceMonitor PrometheusRule; do grep -q "kind: $kind" "$work/all.yaml"; done
"$python" "$here/deploy_kubernetes.py" "$deploy/alerts.yml" "$work"/{cluster,all,migrate,batch}.yaml

"$python" "$here/deploy_board.py" "$deploy/grafana.json"
echo "Compose, Kustomize, Kubernetes' schemas, Grafana's reader, hadolint and yamllint accept deploy/"
