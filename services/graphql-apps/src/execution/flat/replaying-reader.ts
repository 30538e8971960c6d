import { isDocument } from '@sluice/documents'
import { type Document, decode } from '@sluice/store'
import { EJSON } from 'bson'
import type { DocumentReader, RawFind, ReadRequest } from '../document-reader.ts'

type PastRead = { request: ReadRequest; documents: Promise<readonly Uint8Array[]> }

/** Remembers what a request has read as bytes, failures too, so that it need not be read once more. */
export type RememberedReads = {
  findRaw: RawFind
  count(): number
  /** A reader that gives what was read before, decoded, and asks only for what is new. */
  replaying(): DocumentReader
}

/** @param findRaw of that reader */
export function rememberReads(read: DocumentReader, findRaw: RawFind): RememberedReads {
  const past: PastRead[] = []
  return {
    findRaw(request) {
      const documents = findRaw(request)
      past.push({ request, documents })
      return documents
    },
    count: () => past.length,
    replaying() {
      const known = new Map(past.map(({ request, documents }) => [questionOf(request), documents]))
      return {
        ...read,
        async find(request): Promise<readonly Document[]> {
          const documents = known.get(questionOf(request))
          return documents ? (await documents).map(decode) : read.find(request)
        },
      }
    },
  }
}

/** What a request asks for, but for the time that it may take. The order of conditions, and of the values of a join, means nothing. */
const questionOf = ({ db, collection, filter, sort, skip, limit, projection }: ReadRequest): string =>
  textOf([db, collection, sortedConditions(filter), sort, skip, limit, projection])

const sortedConditions = (filter: ReadRequest['filter']): string[] =>
  Object.entries(filter)
    .map(([name, condition]) => textOf([name, withSortedValues(condition)]))
    .toSorted()

const textOf = (value: unknown): string => EJSON.stringify(value, { relaxed: false })

function withSortedValues(filter: unknown): unknown {
  if (Array.isArray(filter)) return filter.map(withSortedValues)
  if (!isDocument(filter)) return filter
  return Object.entries(filter).map(([name, value]) => [
    name,
    name === '$in' && Array.isArray(value) ? value.map(textOf).toSorted() : withSortedValues(value),
  ])
}
