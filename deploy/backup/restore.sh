#!/usr/bin/env bash
# Restores what backup.sh has made. docs/how-to/back-up-and-restore.md says what comes back, and what to look at then.
set -euo pipefail
umask 077
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tools.sh
. "$here/tools.sh"

usage() {
  cat <<'END'
restore.sh --from BACKUP --services-stopped [options]: restores a backup of backup.sh into an empty MongoDB.

Stop every process of Sluice first, the gateways too. The address of MongoDB comes from MONGODB_URI. A backup that is
damaged, or a database that is not empty, is refused before anything is written. Nobody stays signed in, and processes
take over what was restored as if all of it had changed.

  --from BACKUP        the folder sluice-<time> that backup.sh has made
  --services-stopped   you say that no process of Sluice is running
  --uri-file FILE      a file with the address, instead of MONGODB_URI
  --replace            drop what is in the databases of the backup. It can't be brought back
  --without-keys       leave out all API keys: those revoked after the backup would work again. Everybody issues new ones
  --without-oplog      leave out what was written while the backup was made: for a user who may not replay the oplog
  --verbose            show what mongorestore says
  --help

Ends with 0: restored. 1: failed before anything was written. 2: it could not begin. 3: the backup is damaged. 4: the
database is not empty. 5: failed in the middle; run it again with --replace, and start no process of Sluice until then.
END
}

from='' uri_file='' stopped='' replace='' without_keys='' without_oplog='' verbose='' work='' written=''

value() { [ $# -ge 2 ] && [ -n "$2" ] || fail 2 "$1 needs a value. --help says more."; }
while [ $# -gt 0 ]; do
  case $1 in
    --from) value "$@"; from=${2%/}; shift ;;
    --uri-file) value "$@"; uri_file=$2; shift ;;
    --services-stopped) stopped=yes ;;
    --replace) replace=yes ;;
    --without-keys) without_keys=yes ;;
    --without-oplog) without_oplog=yes ;;
    --verbose) verbose=yes ;;
    --help) usage; exit 0 ;;
    *) fail 2 "unknown: $1. --help says what there is." ;;
  esac
  shift
done

[ -n "$from" ] || fail 2 '--from BACKUP is missing. --help says more.'
[ -d "$from" ] || fail 2 "there is no folder $from."
[ -n "$stopped" ] ||
  fail 2 'stop every process of Sluice (gateways too), then say so by --services-stopped. Nothing was written.'
need mongodump mongorestore mongoexport mongoimport gzip sha256sum

end() {
  code=$?
  rm -rf "$work"
  [ "$written" = begun ] || exit "$code"
  say 'The databases are INCOMPLETE. Start no process of Sluice; run this again with --replace.'
  exit 5
}
trap end EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
work=$(mktemp -d)
connect

damaged() { fail 3 "the backup $from $1. Nothing was written. Take another one."; }

check_backup() {
  local file
  for file in dump.archive.gz manifest SHA256SUMS; do
    [ -f "$from/$file" ] || damaged "is not complete: $file is missing"
  done
  for file in dump.archive.gz manifest; do
    grep -q " [ *]$file\$" "$from/SHA256SUMS" || damaged "is damaged: SHA256SUMS does not name $file"
  done
  (cd "$from" && sha256sum -c SHA256SUMS) >/dev/null 2>&1 || damaged 'is damaged: a file is not what SHA256SUMS says'
  gzip --test "$from/dump.archive.gz" 2>/dev/null || damaged 'is damaged: the archive ends in the middle, or was changed'
  [ "$(head -n 1 "$from/manifest")" = 'sluice-backup 1' ] || damaged 'was not made by backup.sh of this version'
}

# The server's own are not Sluice's.
own() { grep -vE '^(admin|config|local)(\.| |$)' || true; }
collections() { sed -nE 's/^collection [0-9]+ //p' "$from/manifest" | own; }
databases() { collections | sed 's/\..*//' | LC_ALL=C sort -u; }
collections_of() { collections | sed -n "s/^$1\\.//p" | LC_ALL=C sort -u; }

check_backup
taken=$(sed -n 's/^taken //p' "$from/manifest")
oplog=$(sed -n 's/^oplog //p' "$from/manifest")
if [ -n "$without_oplog" ]; then oplog=no; fi

if ! run "$work/dry-run.log" mongorestore --archive="$from/dump.archive.gz" --gzip --dryRun; then
  show_end "$work/dry-run.log"
  fail 1 'the server does not answer, or the archive can not be read by this mongorestore. Nothing was written.'
fi

for database in $(databases); do
  if ! list_collections "$database" "$work/there.$database"; then
    show_end "$work/list.log"
    fail 1 "the database $database can't be looked at. Nothing was written."
  fi
  [ -s "$work/there.$database" ] || continue
  [ -n "$replace" ] ||
    fail 4 "the database $database is not empty: $(wc -l <"$work/there.$database" | tr -d ' ') collections, among them $(head -n 5 "$work/there.$database" | paste -sd ' ' -). Nothing was written. Is it the right server? Services that were started on an empty store make a few at once. --replace drops them all."
done

# drop_collection DATABASE COLLECTION: an import of nothing
drop_collection() {
  run "$work/drop.log" mongoimport --db="$1" --collection="$2" --drop && return
  show_end "$work/drop.log"
  fail 5 "the collection $1.$2 could not be dropped."
}

drop_later_ones() {
  local collection
  for collection in $(collections_of "$1" | LC_ALL=C comm -13 - "$work/there.$1"); do
    say "dropping $1.$collection, which the backup does not have"
    drop_collection "$1" "$collection"
  done
}

restore() {
  set -- --archive="$from/dump.archive.gz" --gzip
  if [ -n "$replace" ]; then set -- "$@" --drop; fi
  if [ "$oplog" = yes ]; then
    set -- "$@" --oplogReplay
  else
    set -- "$@" --nsExclude='admin.*' --nsExclude='config.*' --nsExclude='local.*'
  fi
  run "$work/restore.log" mongorestore "$@"
}

# Collections that have not all documents of the backup.
find_lacking() {
  sed -nE 's/^collection ([0-9]+) (.*)$/\2 \1 0/p' "$from/manifest" | own | LC_ALL=C sort >"$work/wanted"
  sed -nE 's/^.*finished restoring [`"]?([^`"]*[^`" ])[`"]? \(([0-9]+) documents?, ([0-9]+) failures?\).*$/\1 \2 \3/p' \
    "$work/restore.log" | own | LC_ALL=C sort >"$work/done"
  LC_ALL=C comm -23 "$work/wanted" "$work/done" | sed -E 's/ [0-9]+ 0$//'
}

# Every topic of the change log goes far beyond where it can have been: events that still wait in Kafka or in a spool are
# stamped with sequences from after the backup, and a dispatcher would wait for them without end. The epoch makes whoever
# has read anything before read it anew.
raise_change_log() {
  run "$work/export.log" mongoexport --db="$1" --collection=_changeCounters --out="$work/counters" || return 1
  sed -nE 's/^\{"_id":"([A-Za-z]+)","sequence":([0-9]+)(\.0)?\}$/\1 \2/p' "$work/counters" >"$work/sequences"
  [ "$(wc -l <"$work/sequences")" -eq "$(wc -l <"$work/counters")" ] || return 1
  awk -v now="$(date +%s)" '
    BEGIN { split("keys users sessions acl plugins apps webhooks watches", topics); for (i in topics) at[topics[i]] = 0 }
    { at[$1] = $2 }
    END {
      at["epoch"] = at["epoch"] < now ? now : at["epoch"] + 1
      for (id in at) {
        sequence = id == "epoch" ? at[id] : at[id] + 1000000000
        printf "{\"_id\":\"%s\",\"sequence\":{\"$numberLong\":\"%.0f\"}}\n", id, sequence
      }
    }' "$work/sequences" >"$work/raised"
  run "$work/import.log" mongoimport --db="$1" --collection=_changeCounters --mode=upsert --file="$work/raised"
}

written=begun
for database in $(databases); do
  if [ -s "$work/there.$database" ]; then drop_later_ones "$database"; fi
done
say "restoring the backup of $taken"
if ! restore; then
  show_end "$work/restore.log"
  if [ "$oplog" = yes ] && grep -qi 'oplog\|applyOps' "$work/restore.log"; then
    say 'Replaying the oplog needs a role that may do anything on any resource. --without-oplog does without it.'
  fi
  fail 5 'mongorestore failed.'
fi
lacking=$(find_lacking)
[ -z "$lacking" ] ||
  fail 5 "not all documents could be written to $(printf %s "$lacking" | paste -sd ' ' -). Was a process of Sluice running?"

for database in $(databases); do
  collections_of "$database" >"$work/of"
  grep -qx _changeCounters "$work/of" || continue
  if grep -qx sessions "$work/of"; then drop_collection "$database" sessions; fi
  if [ -n "$without_keys" ] && grep -qx apiKeys "$work/of"; then drop_collection "$database" apiKeys; fi
  if ! raise_change_log "$database"; then
    cat "$work/export.log" "$work/import.log" 2>/dev/null >"$work/both.log" || true
    show_end "$work/both.log"
    fail 5 "the change log of $database could not be raised."
  fi
done
written=done

say "restored: $(collections | wc -l | tr -d ' ') collections of $(databases | paste -sd ' ' -), as of $taken."
if [ -n "$without_keys" ]; then
  say 'No API key works: everybody issues new ones.'
else
  say "What was revoked after $taken works again: keys, users, passwords, permissions. See \"Before clients come back\" in"
  say 'docs/how-to/back-up-and-restore.md.'
fi
say 'Now start Sluice.'
