#!/usr/bin/env bash
# Backs up the MongoDB of a Sluice. docs/how-to/back-up-and-restore.md says what is in a backup, and what is not.
set -euo pipefail
umask 077
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tools.sh
. "$here/tools.sh"

usage() {
  cat <<'END'
backup.sh --to FOLDER [options]: backs up the MongoDB of a Sluice, which may go on working meanwhile.

Makes FOLDER/sluice-<time>/ with dump.archive.gz, manifest and SHA256SUMS; while it is being written, its name ends in
".part". The address of MongoDB comes from MONGODB_URI. Whoever can read the backup has every document and the secrets of
the webhooks: keep it as you keep the database.

  --to FOLDER        where backups are kept; has to be there
  --uri-file FILE    a file with the address, instead of MONGODB_URI
  --database NAME    one database alone, where others live on the same server; needs --without-oplog.
                     Its name is CLUSTER_PREFIX and DEFAULT_DATABASE, so "sluice" where neither is set
  --without-oplog    for a server that has no oplog, or a user who may not read it. Collections are then of different
                     moments: stop Sluice first if that matters
  --keep N           afterwards remove all but the newest N backups in FOLDER
  --verbose          show what mongodump says
  --help

Ends with 0: the backup is there, and can be read. 1: there is none. 2: it could not begin.
END
}

to='' uri_file='' database='' oplog=yes keep='' verbose='' part='' work=''

value() { [ $# -ge 2 ] && [ -n "$2" ] || fail 2 "$1 needs a value. --help says more."; }
while [ $# -gt 0 ]; do
  case $1 in
    --to) value "$@"; to=$2; shift ;;
    --uri-file) value "$@"; uri_file=$2; shift ;;
    --database) value "$@"; database=$2; shift ;;
    --keep) value "$@"; keep=$2; shift ;;
    --without-oplog) oplog='' ;;
    --verbose) verbose=yes ;;
    --help) usage; exit 0 ;;
    *) fail 2 "unknown: $1. --help says what there is." ;;
  esac
  shift
done

[ -n "$to" ] || fail 2 '--to FOLDER is missing. --help says more.'
[ -d "$to" ] && [ -w "$to" ] || fail 2 "the folder $to is not there, or can't be written."
case $keep in
  *[!0-9]* | 0*) fail 2 '--keep takes a whole number, 1 or more.' ;;
esac
[ -z "$database" ] || [ -z "$oplog" ] ||
  fail 2 'the oplog is that of a whole server: with --database also give --without-oplog, and read what that means.'
need mongodump mongorestore gzip sha256sum

end() {
  rm -rf "$work"
  if [ -n "$part" ]; then rm -rf "$part"; fi
}
trap end EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
work=$(mktemp -d)
connect

taken=$(date -u +%Y-%m-%dT%H:%M:%SZ)
name=sluice-$(printf %s "$taken" | tr -d ':-')
[ ! -e "$to/$name" ] || fail 1 "$to/$name is there already."
mkdir "$to/$name.part" || fail 1 "$to/$name.part can't be made."
part=$to/$name.part

dump() {
  set -- --archive="$part/dump.archive.gz" --gzip
  if [ -n "$oplog" ]; then set -- "$@" --oplog; fi
  if [ -n "$database" ]; then set -- "$@" --db="$database"; fi
  run "$work/dump.log" mongodump "$@"
}

# manifest: what is in the dump, a line for each collection
write_manifest() {
  printf 'sluice-backup 1\ntaken %s\noplog %s\n' "$taken" "${oplog:-no}"
  printf 'mongodump %s\n' "$(mongodump --version | sed -n '1s/.*: *//p')"
  sed -nE 's/^.*done dumping [`"]?([^`"]*[^`" ])[`"]? \(([0-9]+) documents?\).*$/collection \2 \1/p' "$work/dump.log"
}

[ -n "$oplog" ] ||
  say 'WARNING: without the oplog. What is written meanwhile may be in one collection of the backup and not in another.'
if ! dump; then
  show_end "$work/dump.log"
  if [ -n "$oplog" ] && grep -qi 'oplog' "$work/dump.log"; then
    say 'Where the server has no oplog (it is no replica set), or your user may not read it (role backup): --without-oplog.'
  fi
  fail 1 'mongodump failed; there is no backup.'
fi
write_manifest >"$part/manifest"

grep -q '^collection ' "$part/manifest" ||
  fail 1 "there is nothing to back up${database:+ in a database $database}. Is the address right, and the name?"
if ! grep -q '^collection [0-9]* [^.]*\._changeCounters$' "$part/manifest"; then
  [ -n "$database" ] || fail 1 'no database on this server is that of a Sluice (none has _changeCounters). Is the address right?'
  say "WARNING: $database is not the main database of a Sluice, which has users, keys and webhooks: back that up too."
fi

gzip --test "$part/dump.archive.gz" || fail 1 'the archive can not be read back; there is no backup. Is the disk well?'
if ! run "$work/read.log" mongorestore --archive="$part/dump.archive.gz" --gzip --dryRun; then
  show_end "$work/read.log"
  fail 1 'mongorestore can not read the archive; there is no backup.'
fi
(cd "$part" && sha256sum dump.archive.gz manifest >SHA256SUMS)
sync
mv "$part" "$to/$name"
part=''

# All but the newest, whose names sort by time.
remove_old() {
  local complete=() old
  for old in "$to"/sluice-[0-9]*T[0-9]*Z; do
    if [ -d "$old" ]; then complete+=("$old"); fi
  done
  for old in "${complete[@]:0:$((${#complete[@]} > keep ? ${#complete[@]} - keep : 0))}"; do
    rm -rf "$old"
    say "removed $old"
  done
}
if [ -n "$keep" ]; then remove_old; fi
for left in "$to"/sluice-*.part; do
  if [ -d "$left" ]; then say "WARNING: $left was never finished. Remove it, unless another backup is running."; fi
done

collections=$(grep -c '^collection ' "$to/$name/manifest")
documents=$(awk '/^collection / { sum += $2 } END { printf "%d", sum }' "$to/$name/manifest")
say "$collections collections, $documents documents, $(du -h "$to/$name/dump.archive.gz" | cut -f 1)"
printf '%s\n' "$to/$name"
