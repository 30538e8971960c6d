import { chmodSync, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** What the group and others may do. */
const OF_OTHERS = 0o077
const OF_OWNER = 0o700

/**
 * Keeps a folder and what Sluice has in it to the user of this process: what is there is tightened, and whatever this
 * process makes from now on, here or elsewhere, is for that user alone. Files of others are left as they are, and then the
 * folder too.
 * @param isOwn whether a name in the folder is one of Sluice's; all that is in a folder of such a name is
 * @returns the paths that others may still read or write: they belong to another user, or the file system has no modes
 */
export function keepPrivate(folder: string, isOwn: (name: string) => boolean): string[] {
  process.umask(OF_OTHERS)
  const names = readdirSync(folder)
  const left = names.filter(isOwn).flatMap(name => tighten(join(folder, name)))
  return names.every(isOwn) ? [...left, ...tightenOne(folder)] : left
}

function tighten(path: string): string[] {
  const inside = modeOf(path)?.isFolder ? readdirSync(path).flatMap(name => tighten(join(path, name))) : []
  return [...inside, ...tightenOne(path)]
}

function tightenOne(path: string): string[] {
  const found = modeOf(path)
  if (!found || (found.mode & OF_OTHERS) === 0) return []
  try {
    chmodSync(path, found.mode & OF_OWNER)
  } catch {
    return [path]
  }
  return ((modeOf(path)?.mode ?? 0) & OF_OTHERS) === 0 ? [] : [path]
}

/** Undefined for what has gone, and for links and sockets, which have no contents of their own. */
function modeOf(path: string): { mode: number; isFolder: boolean } | undefined {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (!found || !(found.isFile() || found.isDirectory())) return undefined
  return { mode: found.mode & 0o777, isFolder: found.isDirectory() }
}
