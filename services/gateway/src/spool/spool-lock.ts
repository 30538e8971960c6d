import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { OperatorError } from '@sluice/service-kit'

/** The spool belongs to a process that runs. */
export class SpoolInUseError extends OperatorError {
  override name = 'SpoolInUseError'
}

const SQLITE_BUSY = 5

/**
 * Takes a spool folder for this process, by SQLite's lock on a file in it: the system gives that up with the process,
 * however it ends, and knows of it in every container that has the volume.
 * @throws SpoolInUseError @returns gives the folder up
 */
export function lockSpool(directory: string): () => void {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
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
