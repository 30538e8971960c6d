import { type FileFault, type JsonFile, readJsonFile } from '../definitions/json-file.ts'
import { isObject } from '../json-values.ts'
import type { ImportFile } from './import-files.ts'

export const IMPORTED_KINDS = ['collections', 'gql-apps', 'users', 'acl'] as const
type PartKind = (typeof IMPORTED_KINDS)[number]

/** A document of a service that moves in, or the name of one of its collections, with its place. */
export type ImportPart = {
  kind: PartKind
  value: unknown
  bytes: number
  file: string
  /** The fault of a field of it, or of the whole where the path is empty. */
  fault(path: string, message: string): FileFault
}

export type ReadImport = {
  parts: ImportPart[]
  /** Every fault of every file. */
  faults: FileFault[]
  /** Files of JSON that hold nothing of a service, by their names. */
  strangers: string[]
}

/** Reads what stands in the files: all of it, with all faults. */
export function readImportParts(files: readonly ImportFile[]): ReadImport {
  const found: ReadImport = { parts: [], faults: [], strangers: [] }
  for (const { name, text } of files) {
    const kind = kindOfFile(name)
    const result = readJsonFile(name, text)
    if ('faults' in result) found.faults.push(...result.faults)
    else if (kind !== undefined) readList(found, { file: result.read, kind, value: result.read.value, path: '' })
    else readService(found, result.read)
  }
  return found
}

/** `acl.json` and `acl/<any name>.json` hold permissions, at any depth. */
const kindOfFile = (name: string): PartKind | undefined =>
  IMPORTED_KINDS.find(kind => new RegExp(`(?:^|/)${kind}(?:/[^/]+)?\\.json$`).test(name))

/** Any other file may hold the lists themselves, by the names of their kinds. */
function readService(found: ReadImport, file: JsonFile): void {
  const kinds = isObject(file.value) ? Object.keys(file.value) : []
  const known = IMPORTED_KINDS.filter(kind => kinds.includes(kind))
  if (known.length === 0) {
    found.strangers.push(file.file)
    return
  }
  for (const kind of kinds.filter(name => !known.some(one => one === name))) {
    found.faults.push(file.fault(kind, `This is none of ${IMPORTED_KINDS.join(', ')}.`))
  }
  for (const kind of known) {
    readList(found, { file, kind, value: isObject(file.value) ? file.value[kind] : [], path: kind })
  }
}

type PartList = { file: JsonFile; kind: PartKind; value: unknown; path: string }

/** Reads a list, or the one that stands in its place. */
function readList(found: ReadImport, { file, kind, value, path }: PartList): void {
  const items = Array.isArray(value) ? value : [value]
  for (const [index, item] of items.entries()) {
    const place = Array.isArray(value) ? below(path, String(index)) : path
    const fault = (field: string, message: string) => file.fault(below(place, field), message)
    if (kind === 'collections' ? typeof item === 'string' : isObject(item)) {
      found.parts.push({ kind, value: item, bytes: Buffer.byteLength(JSON.stringify(item)), file: file.file, fault })
    } else {
      found.faults.push(fault('', kind === 'collections' ? 'A name is a text.' : 'A document is an object.'))
    }
  }
}

const below = (path: string, name: string): string => [path, name].filter(one => one !== '').join('.')
