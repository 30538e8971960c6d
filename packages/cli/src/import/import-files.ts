import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join, sep } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { unzipSync } from 'fflate'
import { parseTar } from 'nanotar'
import { usageError } from '../cli-error.ts'

/** A file of a service that moves in, by its path within the folder or archive. */
export type ImportFile = { name: string; text: string }

const MOST_FILES = 5_000
const MOST_BYTES = 64 * 2 ** 20

type NamedBytes = { name: string; bytes: Uint8Array }

/** @param source a folder, an archive (`.tar`, `.tar.gz`, `.tgz`, `.zip`), or one file of JSON. @throws CliError */
export function readImportFiles(source: string): ImportFile[] {
  const files = readSource(source)
    .filter(({ name }) => !basename(name).startsWith('.'))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
  if (files.length > MOST_FILES) throw tooLarge(source)
  if (files.reduce((sum, { bytes }) => sum + bytes.byteLength, 0) > MOST_BYTES) throw tooLarge(source)
  return files.filter(({ name }) => name.endsWith('.json')).map(decode)
}

function readSource(source: string): NamedBytes[] {
  try {
    return statSync(source).isDirectory() ? readFolder(source) : readFile(source)
  } catch (error) {
    if (error instanceof Error && 'code' in error && typeof error.code === 'string' && /^E[A-Z]+$/.test(error.code)) {
      throw usageError(`${source} can't be read (${error.code}).`)
    }
    throw error
  }
}

/** Links are not followed. */
const readFolder = (folder: string): NamedBytes[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && entry.name.endsWith('.json'))
    .map(entry => join(entry.parentPath, entry.name))
    .map(path => ({
      name: path.slice(join(folder, sep).length).replaceAll(sep, '/'),
      bytes: readBounded(path),
    }))

function readFile(file: string): NamedBytes[] {
  const bytes = readBounded(file)
  if (/\.zip$/i.test(file)) return inArchive(file, () => readZip(bytes))
  if (/\.(?:tar\.gz|tgz)$/i.test(file)) {
    return inArchive(file, () => readTar(gunzipSync(bytes, { maxOutputLength: MOST_BYTES })))
  }
  if (/\.tar$/i.test(file)) return inArchive(file, () => readTar(bytes))
  if (/\.json$/i.test(file)) return [{ name: basename(file), bytes }]
  throw usageError(
    `${file} is none of what can be read.`,
    'Give a folder, a file of JSON, or an archive (.tar, .tar.gz, .tgz, .zip).',
  )
}

function readBounded(file: string): Uint8Array {
  if (statSync(file).size > MOST_BYTES) throw tooLarge(file)
  return readFileSync(file)
}

/** What is too large once it is unpacked is not unpacked. */
function readZip(bytes: Uint8Array): NamedBytes[] {
  let room = MOST_BYTES
  const entries = unzipSync(bytes, {
    filter({ name, originalSize }) {
      if (!name.endsWith('.json')) return false
      room -= originalSize
      if (room < 0) throw new RangeError('The archive is too large.')
      return true
    },
  })
  return Object.entries(entries).map(([name, unpacked]) => ({ name, bytes: unpacked }))
}

/** The library reads the whole memory behind what it is given, so that it gets a copy. */
const readTar = (bytes: Uint8Array): NamedBytes[] =>
  parseTar(new Uint8Array(bytes))
    .filter(({ type }) => type === 'file')
    .map(({ name, data }) => ({ name, bytes: data ?? new Uint8Array() }))

function inArchive(file: string, read: () => NamedBytes[]): NamedBytes[] {
  try {
    return read()
  } catch {
    throw usageError(`${file} can't be unpacked: it is damaged, or larger than ${MOST_BYTES / 2 ** 20} MiB inside.`)
  }
}

function decode({ name, bytes }: NamedBytes): ImportFile {
  try {
    return { name, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    throw usageError(`${name} is no UTF-8.`)
  }
}

const tooLarge = (source: string) =>
  usageError(`${source} is larger than ${MOST_BYTES / 2 ** 20} MiB, or has more than ${MOST_FILES} files.`)
