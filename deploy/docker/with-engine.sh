#!/usr/bin/env bash
# Runs a command where a Docker engine answers: with-engine.sh npm run jest -- e2e/src/containers
# Where none does, and this is root on Debian, one is installed and started for it, with images that stay in CACHE, and
# ended with it. Where public images can't be pulled, the stand-ins of local-images are built.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
cache=${CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/sluice}

if docker version >/dev/null 2>&1; then exec "$@"; fi
if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
  echo "No Docker engine answers. Start one; only root on Debian can have one brought up here." >&2
  exit 1
fi

if ! [ -x /usr/sbin/dockerd ] || ! [ -x /usr/bin/docker-compose ] || ! [ -x /usr/sbin/debootstrap ]; then
  apt-get update -q
  DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends \
    docker.io docker-compose iptables debootstrap
fi

run=$(mktemp -d)
# Debian's client, which has BuildKit, before another one on the PATH, which may not.
mkdir "$run/bin"
ln -s /usr/bin/docker /usr/bin/docker-compose "$run/bin/"
export PATH="$run/bin:$PATH" DOCKER_HOST="unix://$run/docker.sock" DOCKER_BUILDKIT=1

mkdir -p "$cache/docker"
dockerd --data-root "$cache/docker" --exec-root "$run/exec" --pidfile "$run/docker.pid" -H "$DOCKER_HOST" \
  >"$run/dockerd.log" 2>&1 &
engine=$!
end() {
  kill "$engine" 2>/dev/null || true
  wait "$engine" || true
  rm -rf "$run"
}
trap end EXIT

for _ in $(seq 60); do
  docker version >/dev/null 2>&1 && break
  kill -0 "$engine" 2>/dev/null || break
  sleep 0.5
done
if ! docker version >/dev/null 2>&1; then
  echo "The Docker engine did not start. It wrote:" >&2
  tail -n 20 "$run/dockerd.log" >&2
  exit 1
fi

stand_ins='sluice-local/node sluice-local/redis sluice-local/kafka sluice-local/mongodb'
# shellcheck disable=SC2086
if ! docker image inspect $stand_ins >/dev/null 2>&1 && ! timeout 60 docker pull --quiet redis:8; then
  "$here/local-images/build.sh"
fi

"$@"
