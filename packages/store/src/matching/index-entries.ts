import type { Document } from '../port.ts'
import { encodeKey } from './values/key-encoding.ts'
import { compoundKeys, isAt } from './values/sort.ts'

/** The documents that an index holds, and by what. */
type IndexShape = { paths: readonly string[]; sparse: boolean; partial?: ((document: Document) => boolean) | undefined }

/** The entries of one document, each by its text. `multi`: a list makes several of it. */
type IndexEntries = { keys: Map<string, Uint8Array>; multi: boolean }

const NONE: IndexEntries = { keys: new Map(), multi: false }

const textOf = (key: Uint8Array): string => Buffer.from(key).toString('latin1')

/** Tells what an index holds of a document. @throws InvalidQueryError where these would be over 10,000 entries */
export function indexEntries(document: Document | undefined, { paths, sparse, partial }: IndexShape): IndexEntries {
  if (!document || (partial && !partial(document))) return NONE
  if (sparse && !paths.some(path => isAt(document, path.split('.')))) return NONE
  const { keys, multi } = compoundKeys(document, paths)
  return { keys: new Map(keys.map(key => encodeKey(key)).map(key => [textOf(key), key])), multi }
}
