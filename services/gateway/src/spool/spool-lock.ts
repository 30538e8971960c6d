import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { keepPrivate, type Logger, OperatorError } from '@sluice/service-kit'

/** The spool belongs to a process that runs. */
export class SpoolInUseError extends OperatorError {
  override name = 'SpoolInUseError'
}

/** What a spool holds: segments, damaged records, the lock. */
const OWN_NAMES = /^(?:\d{10}(?:-[0-9a-f]{16})?\.spool|damaged|owner\.lock.*)$/
const TIGHTEN =
  'Others on this machine may read the events that wait here. Give the files to the user of this process (chown), or keep them on a file system with modes.'

const SQLITE_BUSY = 5

/**
 * Takes a spool folder for this process, by SQLite's lock on a file in it: the system gives that up with the process,
 * however it ends, and knows of it in every container that has the volume.
 * What is in it is for this user alone.
 * @throws SpoolInUseError @returns gives the folder up
 */
export function lockSpool(directory: string, logger: Logger): () => void {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const open = keepPrivate(directory, name => OWN_NAMES.test(name))
  if (open.length > 0) logger.warn({ count: open.length, directory, hint: TIGHTEN }, 'files.not-private')
  const lock = openLock(directory)
  try {
    lock.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if (errcodeOf(error) !== SQLITE_BUSY) throw unusable(directory, error)
    throw new SpoolInUseError(`Another process runs on the spool ${directory}. Stop it, or choose another folder.`)
  }
  return () => lock.close()
}

function openLock(directory: string): DatabaseSync {
  try {
    return new DatabaseSync(join(directory, 'owner.lock'))
  } catch (error) {
    throw unusable(directory, error)
  }
}

const unusable = (directory: string, error: unknown): OperatorError =>
  new OperatorError(`The spool ${directory} can not be locked: ${error instanceof Error ? error.message : error}.`)

const errcodeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null ? Reflect.get(error, 'errcode') : undefined
