import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { usageError } from '../cli-error.ts'
import { isObject, memberOf, textOf } from '../json-values.ts'
import type { EnvironmentVariables } from './environment.ts'

/** What a person has signed in with at one address. */
export type StoredCredential =
  | { kind: 'session'; token: string; expiresAt: number; startedAt: number }
  | { kind: 'key'; key: string }

export type CredentialStore = {
  file: string
  /** @throws CliError where others could read the file */
  get(url: string): StoredCredential | undefined
  set(url: string, credential: StoredCredential): void
  remove(url: string): boolean
  removeAll(): number
}

/** The stored credentials: by the origin of the address, so that a profile that is pointed elsewhere sends nothing there. */
export function openCredentials(environment: EnvironmentVariables): CredentialStore {
  const file = join(folderOf(environment), 'sluice', 'credentials.json')
  const update = (change: (all: Map<string, StoredCredential>) => void) => {
    const all = readAll(file)
    change(all)
    writePrivateFile(file, `${JSON.stringify({ version: 1, origins: Object.fromEntries(all) }, null, 2)}\n`)
  }
  return {
    file,
    get: url => readAll(file).get(originOf(url)),
    set: (url, credential) => update(all => all.set(originOf(url), credential)),
    remove(url) {
      const isThere = readAll(file).has(originOf(url))
      if (isThere) update(all => all.delete(originOf(url)))
      return isThere
    },
    removeAll() {
      const count = readAll(file).size
      if (count > 0) update(all => all.clear())
      return count
    },
  }
}

function folderOf({ XDG_CONFIG_HOME, APPDATA }: EnvironmentVariables): string {
  if (process.platform === 'win32' && APPDATA) return APPDATA
  return XDG_CONFIG_HOME || join(homedir(), '.config')
}

/** @throws CliError */
function originOf(url: string): string {
  const parsed = URL.parse(url)
  if (parsed === null || !/^https?:$/.test(parsed.protocol))
    throw usageError('The address has to begin with http:// or https://.')
  return parsed.origin
}

function readAll(file: string): Map<string, StoredCredential> {
  const text = readPrivateFile(file)
  if (text === undefined) return new Map()
  const origins = memberOf(parse(file, text), 'origins')
  const entries = isObject(origins) ? Object.entries(origins) : []
  return new Map(
    entries.flatMap(([origin, value]) => {
      const credential = readCredential(value)
      return credential === undefined ? [] : [[origin, credential]]
    }),
  )
}

function parse(file: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw usageError(`${file} is no JSON.`, 'Remove it, and sign in again: sluice login')
  }
}

function readCredential(value: unknown): StoredCredential | undefined {
  if (!isObject(value)) return undefined
  const { kind, key, token, expiresAt, startedAt } = value
  if (kind === 'key') return { kind, key: textOf(key) }
  if (kind !== 'session' || typeof expiresAt !== 'number' || typeof startedAt !== 'number') return undefined
  return { kind, token: textOf(token), expiresAt, startedAt }
}

/** @returns undefined where there is no file. @throws CliError where others could read it */
export function readPrivateFile(file: string): string | undefined {
  try {
    const { mode } = statSync(file)
    if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
      throw usageError(`${file} can be read by others, and holds secrets.`, `chmod 600 ${file}`)
    }
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/** Writes a file that only its owner can read: whole, or not at all. */
export function writePrivateFile(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const unfinished = `${file}.${randomBytes(6).toString('hex')}`
  writeFileSync(unfinished, text, { mode: 0o600, flag: 'wx' })
  chmodSync(unfinished, 0o600)
  renameSync(unfinished, file)
}
