import { BSON } from 'mongodb'
import { z } from 'zod'
import { ToolError } from './task.ts'

const MAGIC = 0x8199e26d
const TERMINATOR = -1
const NO_ARCHIVE = 'stream or file does not appear to be a mongodump archive'
const CUT = 'corruption found in archive; it ends in the middle'

export type ArchiveNamespace = { db: string; collection: string }
/** `metadata` is JSON: indexes and options. */
export type DescribedCollection = ArchiveNamespace & { metadata: string }
export type Archive = { described: DescribedCollection[]; documents: Map<string, Uint8Array[]> }

const described = z.object({ db: z.string(), collection: z.string(), metadata: z.string() })
const blockHead = z.object({ db: z.string(), collection: z.string(), EOF: z.boolean() })

export const namespaceOf = ({ db, collection }: ArchiveNamespace): string => `${db}.${collection}`

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32LE(value | 0)
  return bytes
}

export const terminator = (): Buffer => int32(TERMINATOR)
const bson = (document: BSON.Document): Buffer => Buffer.from(BSON.serialize(document))

/** What comes before all documents. */
export function preludeOf(all: readonly DescribedCollection[]): Buffer {
  const head = { concurrent_collections: 1, version: '0.1', server_version: 'unknown', tool_version: 'stand-in' }
  const each = all.map(one => bson({ ...one, size: 0, type: 'collection' }))
  return Buffer.concat([int32(MAGIC), bson(head), ...each, terminator()])
}

export const blockHeadOf = ({ db, collection }: ArchiveNamespace, isEnd: boolean): Buffer =>
  bson({ db, collection, EOF: isEnd, CRC: BSON.Long.ZERO })

/** Documents one after the other; undefined at a terminator. */
function readerOf(bytes: Buffer) {
  let at = 4
  return {
    isAtEnd: () => at >= bytes.length,
    next(): Uint8Array | undefined {
      if (at + 4 > bytes.length) throw new ToolError(CUT)
      const size = bytes.readInt32LE(at)
      if (size === TERMINATOR) {
        at += 4
        return undefined
      }
      if (size < 5 || at + size > bytes.length) throw new ToolError(CUT)
      at += size
      return bytes.subarray(at - size, at)
    },
  }
}

/** @throws ToolError when it is no archive, or not a whole one */
export function parseArchive(bytes: Buffer): Archive {
  if (bytes.length < 4 || bytes.readInt32LE(0) !== (MAGIC | 0)) throw new ToolError(NO_ARCHIVE)
  const reader = readerOf(bytes)
  reader.next()
  const all: DescribedCollection[] = []
  for (let one = reader.next(); one; one = reader.next()) all.push(described.parse(BSON.deserialize(one)))
  const documents = new Map<string, Uint8Array[]>(all.map(one => [namespaceOf(one), []]))
  while (!reader.isAtEnd()) {
    const head = blockHead.parse(BSON.deserialize(reader.next() ?? new Uint8Array()))
    const held = documents.get(namespaceOf(head)) ?? []
    for (let one = reader.next(); one; one = reader.next()) held.push(one)
  }
  return { described: all, documents }
}
