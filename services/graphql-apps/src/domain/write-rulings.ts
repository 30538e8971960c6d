import type { StandInRequest } from '@sluice/access'
import { checkNewId, formatPathId, type Visibility, visibilityOf } from '@sluice/documents'
import type { Document, Namespace } from '@sluice/store'
import { EJSON } from 'bson'
import type { GraphQLError } from 'graphql'
import type { HoleCaller } from './model/hole.ts'
import type { BoundWrite } from './mutation/bind-mutation.ts'
import { type AccessRules, type CollectionRuling, forbidden, judgeField, type Rulings, unserved } from './rulings.ts'

/** What a caller may write of a collection, and see of what was written. */
export type WriteRuling = {
  kind: 'ruled'
  /** Documents outside of it are not there for this write. */
  filter: Document | undefined
  /** The documents that a search for many may find (as in a bulk request). */
  searchFilter: Document | undefined
  /** Fields that are set after all else. */
  merge: Document | undefined
  visibility: Visibility
  /** The caller sees less than everybody. */
  isNarrow: boolean
  /** The written documents that are answered: none where the caller may read none. */
  answers: { kind: 'those'; filter: readonly Document[] } | { kind: 'none' }
}

/** Judges a write: of the document with this `_id` where it is about one that is there, or of the whole collection. */
export type WriteRulings = (
  namespace: Namespace,
  write: BoundWrite,
  target?: { id: unknown },
) => WriteRuling | { kind: 'refused'; error: GraphQLError }

/** Each write is judged as the caller's own request to the REST interface would be. */
export function writeRulings(rules: AccessRules, caller: HoleCaller, readings: Rulings): WriteRulings {
  return (namespace, write, target) => {
    const path = rules.pathOf(namespace)
    if (path === undefined && !caller.isRoot) return { kind: 'refused', error: unserved(namespace) }
    const question = path === undefined ? undefined : questionOf(path, write, target)
    if (!question) return caller.isRoot ? openRuling(rules.hidden(namespace)) : { kind: 'refused', error: unnamed() }
    const judged = judgeField(question, rules.acl, caller)
    if (judged.kind === 'refused') return judged
    const { readFilter, writeFilter, mergeRequest, projectResponse } = judged.rules
    const own = visibilityOf({ projectResponse }, rules.hidden(namespace))
    const reading = readings(namespace)
    return {
      kind: 'ruled',
      filter: writeFilter,
      searchFilter: readFilter,
      merge: mergeRequest,
      visibility: reading.kind === 'ruled' ? both(own, reading.visibility) : own,
      isNarrow: projectResponse !== undefined || (reading.kind === 'ruled' && reading.isNarrow),
      answers: answersOf(reading, readFilter),
    }
  }
}

const openRuling = (hidden: readonly string[]): WriteRuling => ({
  kind: 'ruled',
  filter: undefined,
  searchFilter: undefined,
  merge: undefined,
  visibility: { hidden },
  isNarrow: false,
  answers: { kind: 'those', filter: [] },
})

const unnamed = (): GraphQLError =>
  forbidden('No document can be made under this _id, so that no permission reaches it.')

function answersOf(reading: CollectionRuling, readFilter: Document | undefined): WriteRuling['answers'] {
  if (reading.kind === 'refused') return { kind: 'none' }
  return { kind: 'those', filter: [reading.readFilter, readFilter].filter(filter => filter !== undefined) }
}

/** The request that would do the same; undefined where none could. */
function questionOf(path: string, write: BoundWrite, target: { id: unknown } | undefined): StandInRequest | undefined {
  switch (write.method) {
    case 'insertOne':
      return { method: 'POST', path, body: write.document }
    case 'insertMany':
      return { method: 'POST', path, body: write.documents }
    case 'updateMany':
      return { ...ofMany('PATCH', path, write), body: bodyOf(write.update), bulkPatch: true, writeMode: write.upsert }
    case 'deleteMany':
      return { ...ofMany('DELETE', path, { ...write, upsert: false }), bulkDelete: true }
    case 'updateOne':
      return ofOne({ method: 'PATCH', path, body: bodyOf(write.update), writeMode: write.upsert }, target)
    case 'replaceOne':
      return ofOne({ method: 'PUT', path, body: write.replacement, writeMode: write.upsert }, target)
    case 'deleteOne':
      return ofOne({ method: 'DELETE', path }, target)
  }
}

/** A `$set` may be sent by the names of its fields as well: a predicate finds them in both places. */
const bodyOf = (update: Record<string, Document>): Document => ({ ...update.$set, ...update })

const WRITE_MODE = 'wm=upsert'

function ofOne(question: StandInRequest, target: { id: unknown } | undefined): StandInRequest | undefined {
  if (!target || (question.writeMode && checkNewId(target.id))) return undefined
  const [segment = '', query = ''] = formatPathId(target.id).split('?')
  const parameters = [query, question.writeMode ? WRITE_MODE : ''].filter(text => text !== '')
  const path = `${question.path}/${decodeURIComponent(segment)}`
  return { ...question, path, queryString: parameters.join('&') }
}

function ofMany(
  method: string,
  path: string,
  { filter, upsert }: { filter: Document; upsert: boolean },
): StandInRequest {
  const text = new URLSearchParams({ filter: EJSON.stringify(filter, { relaxed: false }) }).toString()
  return { method, path: `${path}/*`, filter, queryString: upsert ? `${text}&${WRITE_MODE}` : text }
}

/** What both of them show. */
function both(one: Visibility, other: Visibility): Visibility {
  const hidden = [...new Set([...one.hidden, ...other.hidden])]
  const only = one.only && other.only ? shared(one.only, other.only) : (one.only ?? other.only)
  return only ? { hidden, only } : { hidden }
}

const shared = (one: readonly string[], other: readonly string[]): readonly string[] => [
  ...new Set([...within(one, other), ...within(other, one)]),
]

const within = (paths: readonly string[], around: readonly string[]): readonly string[] =>
  paths.filter(path => around.some(outer => path === outer || path.startsWith(`${outer}.`)))
