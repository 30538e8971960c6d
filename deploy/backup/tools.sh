# Sourced by backup.sh and restore.sh: how they speak to people, and how they run MongoDB's tools.
# They set: work (a folder that only this user can read), uri_file, verbose.

say() { printf '%s\n' "$*" >&2; }

# fail CODE TEXT
fail() {
  printf '%s: %s\n' "${0##*/}" "$2" >&2
  exit "$1"
}

# need COMMAND...
need() {
  local tool missing=''
  for tool in "$@"; do
    command -v "$tool" >/dev/null || missing="$missing $tool"
  done
  [ -z "$missing" ] ||
    fail 2 "not on the PATH:$missing. Install the MongoDB Database Tools, or run this in the image mongo:8, which has them."
}

# An address in a message shows no user and no password.
hide() { sed -E 's#(mongodb(\+srv)?://)[^[:space:]]*@#\1[hidden]@#g'; }

# Keeps the address in a file, as everybody on the machine can see a command line. A database in it is where the user is
# kept; the tools would take it for what is meant.
connect() {
  local uri base query='' hosts database quote="'"
  if [ -n "$uri_file" ]; then
    [ -r "$uri_file" ] || fail 2 "the file $uri_file can't be read."
    uri=$(tr -d '\r\n' <"$uri_file")
  else
    uri=${MONGODB_URI:-}
  fi
  unset MONGODB_URI
  case $uri in
    mongodb://* | mongodb+srv://*) ;;
    '') fail 2 'no address of MongoDB: set MONGODB_URI, or give a file with it by --uri-file.' ;;
    *) fail 2 'the address of MongoDB does not begin with mongodb:// or mongodb+srv://.' ;;
  esac
  base=${uri%%\?*}
  if [ "$base" != "$uri" ]; then query=${uri#*\?}; fi
  hosts=${base#*://}
  hosts=${hosts##*@}
  case $hosts in
    */?*)
      database=${hosts#*/}
      base=${base%"$database"}
      case "$base&$query" in
        *'&authSource='*) ;;
        *@*) query="authSource=$database${query:+&$query}" ;;
      esac
      ;;
  esac
  uri=$base${query:+?$query}
  printf "uri: '%s'\n" "${uri//$quote/$quote$quote}" >"$work/mongodb.yaml"
}

# run LOG TOOL ARGUMENT...: what the tool says is in LOG, and shown when asked for
run() {
  local log=$1 tool=$2
  shift 2
  if [ -n "$verbose" ]; then
    "$tool" --config="$work/mongodb.yaml" "$@" 2>&1 </dev/null | hide | tee "$log" >&2
  else
    "$tool" --config="$work/mongodb.yaml" "$@" 2>&1 </dev/null | hide >"$log"
  fi
}

# show_end LOG: the last lines, for whoever has to find out why
show_end() { [ -n "$verbose" ] || tail -n 15 "$1" | sed 's/^/  /' >&2; }

# list_collections DATABASE FILE: by the head of a dump that is broken off. @returns not 0 when the server can't be asked
list_collections() {
  local dumper
  rm -f "$work/head"
  mkfifo "$work/head"
  mongodump --config="$work/mongodb.yaml" --db="$1" --archive >"$work/head" 2>"$work/list.raw" </dev/null &
  dumper=$!
  head -c 67108864 <"$work/head" | LC_ALL=C grep -aoE '"collectionName":"[^"]*"' |
    sed -E 's/^"collectionName":"(.*)"$/\1/' | LC_ALL=C sort -u >"$2" || true
  if [ -s "$2" ]; then
    kill -KILL "$dumper" 2>/dev/null || true
    wait "$dumper" 2>/dev/null || true
    return 0
  fi
  wait "$dumper" && return 0
  hide <"$work/list.raw" >"$work/list.log"
  return 1
}
