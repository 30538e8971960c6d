import { randomBytes } from 'node:crypto'
import { access, constants, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { keepPrivate, type Logger, OperatorError, type Secret, secret } from '@sluice/service-kit'

/** The data directory can't be used; the message says why and what to do. */
class DataDirectoryError extends OperatorError {
  override name = 'DataDirectoryError'
}

export type DataDirectory = {
  path: string
  /** Nothing of Sluice was in it when it was opened. */
  isNew: boolean
  file(name: string): string
  /** Where the requests of assistants' tools come to the gateway. */
  innerSocketPath: string
  close(): Promise<void>
}

// A Unix socket's path may have 107 bytes on Linux, 103 on macOS.
const MAX_SOCKET_PATH = 100
const MAX_TOLD = 10
const TIGHTEN =
  'Others on this machine may read what is stored here. Give the files to the user of this process (chown), or keep them on a file system with modes.'
const SOCKET_NAME = 'gateway.sock'

/** All that a standalone Sluice keeps; SQLite's files have others beside them. */
const OWN_NAMES = /^(?:(?:store|bus)\.sqlite(?:-.+)?|demo\.json(?:\.new)?|internal-secret|run|spool)$/

/** Makes or opens the folder, for this user alone. @throws DataDirectoryError when it can't be made or written */
export async function openDataDirectory(path: string, logger: Logger): Promise<DataDirectory> {
  const folder = resolve(path)
  await makeWritable(folder)
  const open = keepPrivate(folder, name => OWN_NAMES.test(name))
  if (open.length > 0)
    logger.warn({ paths: open.slice(0, MAX_TOLD), count: open.length, hint: TIGHTEN }, 'files.not-private')
  const isNew = (await readdir(folder)).length === 0
  const sockets = await makeSocketFolder(folder)
  return {
    path: folder,
    isNew,
    file: name => join(folder, name),
    innerSocketPath: join(sockets, SOCKET_NAME),
    close: () => rm(sockets, { recursive: true, force: true }),
  }
}

/** The secrets between gateway and services of a standalone instance: made once, readable by its user alone. */
export async function internalSecrets(directory: DataDirectory): Promise<Secret[]> {
  const file = directory.file('internal-secret')
  try {
    return [secret((await readFile(file, 'utf8')).trim())]
  } catch (error) {
    if (!isMissing(error)) throw error
  }
  const text = randomBytes(32).toString('hex')
  await writeFile(file, `${text}\n`, { mode: 0o600, flag: 'wx' })
  return [secret(text)]
}

async function makeWritable(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new DataDirectoryError(
      `The data directory ${folder} can not be written (${reason}). Give it to this user, or set DATA_DIR.`,
    )
  }
}

async function makeSocketFolder(folder: string): Promise<string> {
  const inside = join(folder, 'run')
  if (join(inside, SOCKET_NAME).length > MAX_SOCKET_PATH) return mkdtemp(join(tmpdir(), 'sluice-'))
  await mkdir(inside, { recursive: true, mode: 0o700 })
  return inside
}

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'
