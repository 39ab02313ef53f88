"""Prints the licences of all crates that the programs and packages of a release contain, for THIRD-PARTY.txt.
Each text is printed once, after the crates that have it. Usage: python3 deploy/notices.py, in the root folder.
"""

import json
import pathlib
import subprocess

crates = {}
for manifest in ("Cargo.toml", "almanac/python/Cargo.toml", "almanac/mobile/Cargo.toml"):
    command = ["cargo", "metadata", "--format-version", "1", "--locked", "--all-features"]
    command += ["--filter-platform", "x86_64-unknown-linux-gnu", "--manifest-path", manifest]
    metadata = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
    packages = {package["id"]: package for package in metadata["packages"]}
    # Only what is linked: neither build scripts nor tests.
    links = {
        node["id"]: [d["pkg"] for d in node["deps"] if any(kind["kind"] is None for kind in d["dep_kinds"])]
        for node in metadata["resolve"]["nodes"]
    }
    open_ids, seen = list(metadata["workspace_members"]), set()
    while open_ids:
        if (name := open_ids.pop()) not in seen:
            seen.add(name)
            open_ids += links[name]
    for package in (packages[name] for name in seen):
        if package["source"]:
            crates[f"{package['name']} {package['version']}"] = package

texts, without = {}, []
for name, package in sorted(crates.items()):
    folder = pathlib.Path(package["manifest_path"]).parent
    files = sorted(f for f in folder.rglob("*") if f.is_file() and f.name.upper().startswith(
        ("LICENSE", "LICENCE", "COPYING", "NOTICE", "UNLICENSE", "COPYRIGHT")))
    for file in files:
        text = file.read_text(encoding="utf-8", errors="replace").replace("\r\n", "\n").strip()
        texts.setdefault(text, []).append(name)
    if not files:
        without.append(f"{name}: {package['license']}, by {', '.join(package['authors']) or 'its authors'}")

print("Licences of third-party code in the programs and packages of Umbra.")
print("Data: LICENSES.md of every generation. Scripts of pages: beside them in the sources.")
for text, names in texts.items():
    print(f"\n{'=' * 80}\n{', '.join(dict.fromkeys(names))}\n{'-' * 80}\n{text}")
print(f"\n{'=' * 80}\nCrates that contain no text of their licence:\n")
print("\n".join(without))
