import { formatPathId } from '@sluice/documents'
import { z } from 'zod'
import type { ToolProblem } from '../inner/tool-requester.ts'
import type { CallerView, ToolAsk } from '../listing/caller-view.ts'
import { collectionPath } from '../listing/collection-names.ts'
import { refuseArguments, type ToolCall, type ToolOffer } from './tool.ts'

export const collectionArgument = z
  .string()
  .min(1)
  .max(240)
  .meta({ description: 'Name of the collection; where databases have names, database/collection.' })

export const idArgument = z
  .string()
  .min(1)
  .max(1024)
  .meta({ description: 'The _id of the document: the text itself, or the 24 hexadecimal digits of an ObjectId.' })

export const etagArgument = z
  .string()
  .min(1)
  .max(200)
  .meta({ description: 'The ETag with which the document was read. Where it has changed since, nothing is done.' })

type CollectionTarget = { kind: 'path'; path: string }

/** Finds the path of a collection, percent-encoded. A name that is not offered, or would lead elsewhere, is refused. */
export function findCollection(name: string, call: ToolCall): CollectionTarget | ToolProblem {
  const { bounds, tiering } = call.view
  const path = bounds.allowsCollection(name) ? collectionPath(name, tiering) : undefined
  if (path !== undefined) return { kind: 'path', path }
  const message = 'There is no collection of this name here. list_collections says which there are.'
  return refuseArguments([{ path: 'collection', message }], call)
}

const HEX_ID = /^[0-9a-f]{24}$/

/** The path and query of one document, percent-encoded. An id that no segment can carry goes into the query. */
export const documentTarget = (path: string, id: string): string =>
  `${path}/${HEX_ID.test(id) ? id : asUrlsWriteIt(formatPathId(id))}`

/** @param parameters of which those that are undefined are left out */
export function withQuery(target: string, parameters: Readonly<Record<string, string | undefined>>): string {
  const query = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeQueryValue(value)}`],
  )
  if (query.length === 0) return target
  return `${target}${target.includes('?') ? '&' : '?'}${query.join('&')}`
}

// A URL writes an apostrophe in a query otherwise.
const asUrlsWriteIt = (encoded: string) => encoded.replaceAll("'", '%27')
const encodeQueryValue = (value: string) => asUrlsWriteIt(encodeURIComponent(value.toWellFormed()))

/** Offers a tool for the collections of which one of these requests could be let in. */
export const offerCollections =
  (name: string, asks: (path: string) => readonly ToolAsk[]) =>
  (view: CallerView): ToolOffer => {
    const values = view.collections(name, asks)
    return { isOffered: values.length > 0, choices: { property: 'collection', values } }
  }

/** JSON of field names that are to be shown. */
export const keysOf = (keys: readonly string[] | undefined): string | undefined =>
  keys && JSON.stringify(Object.fromEntries(keys.map(key => [key, 1])))

export const keysArgument = z
  .array(z.string().min(1).max(200))
  .max(50)
  .optional()
  .meta({ description: 'The fields that are wanted; without it all.' })

export const filterArgument = z
  .record(z.string(), z.unknown())
  .optional()
  .meta({ description: 'MongoDB\'s query operators, e.g. {"flights": {"$gt": 100}}' })

export const limitArgument = z.int().min(1).max(100).default(20)
export const pageArgument = z.int().min(1).max(1_000_000).default(1)
export const truncatedField = z.record(z.string(), z.unknown()).optional().meta({
  description: 'What was left out, as the result would have been too large: go on with next, or ask for fewer fields.',
})
