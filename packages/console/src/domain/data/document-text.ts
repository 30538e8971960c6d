import { type Node, parseTree } from 'jsonc-parser'
import { propertiesOf, shortText, sourceOf } from './extended-text.ts'

/** A document of a list. Its `_id` is canonical Extended JSON, as the address of its page has it. */
export type ListedDocument = {
  /** It tells the documents of one list apart, those too that are listed without an `_id`. */
  key: string
  id: unknown
  /** What people see of the `_id`. */
  name: string
  /** The fields beside `_id` and `_etag`, with their values on one line. */
  fields: readonly { name: string; text: string }[]
  /** All of it, canonical, as it came. */
  text: string
}

/** What no editor shows: the version is another one with each write. */
export const OWN_FIELDS = ['_etag']

/** Reads the answer to a list in canonical Extended JSON. */
export function documentsIn(text: string): ListedDocument[] {
  const root = parseTree(text)
  return (root?.children ?? []).map((node, at) => documentOf(node, text, at))
}

function documentOf(node: Node, text: string, at: number): ListedDocument {
  const all = propertiesOf(node)
  const idNode = all.find(({ name }) => name === '_id')?.value
  const id: unknown = idNode && JSON.parse(sourceOf(idNode, text))
  const fields = all
    .filter(({ name }) => name !== '_id' && !OWN_FIELDS.includes(name))
    .map(({ name, value }) => ({ name, text: shortText(sourceOf(value, text)) }))
  const key = idNode ? sourceOf(idNode, text) : String(at)
  return { key, id, name: nameOfDocument(id), fields, text: sourceOf(node, text) }
}

/** The name of a document that people see: a text or an ObjectId as it is, all else on one line. */
export function nameOfDocument(id: unknown): string {
  if (typeof id === 'string') return id
  const oid: unknown = typeof id === 'object' && id !== null && '$oid' in id ? id.$oid : undefined
  if (typeof oid === 'string') return oid
  return id === undefined ? 'no _id' : shortText(JSON.stringify(id))
}

/** The names of the fields of some documents, those of the first one first. */
export const columnsOf = (documents: readonly ListedDocument[]): string[] => [
  ...new Set(documents.flatMap(({ fields }) => fields.map(({ name }) => name))),
]

/**
 * The change that makes one text of a document the other, field by field, as a PATCH takes it. Fields that the writer can not see
 * stay as they are.
 */
export function changeOf(before: string, after: string): string {
  const old = valuesOf(before)
  const next = valuesOf(after)
  const set = [...next].filter(([name, { text }]) => old.get(name)?.text !== text)
  const unset = [...old].filter(([name]) => !next.has(name))
  const parts = [
    ...(set.length > 0 ? [`"$set": {${set.map(([, { key, source }]) => `${key}: ${source}`).join(', ')}}`] : []),
    ...(unset.length > 0 ? [`"$unset": {${unset.map(([, { key }]) => `${key}: ""`).join(', ')}}`] : []),
  ]
  return `{${parts.join(', ')}}`
}

/** A value of a field: as it was typed, and on one line, by which it is compared. */
type FieldText = { key: string; source: string; text: string }

function valuesOf(text: string): Map<string, FieldText> {
  const root = parseTree(text)
  const entries = root ? propertiesOf(root) : []
  return new Map(
    entries.map(({ name, key, value }) => {
      const source = sourceOf(value, text)
      return [name, { key: sourceOf(key, text), source, text: shortText(source) }]
    }),
  )
}
