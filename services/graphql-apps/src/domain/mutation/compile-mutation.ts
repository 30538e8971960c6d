import { isDocument } from '@sluice/documents'
import { compileFilter } from '../compile/compile-filter.ts'
import type { MappingPlace } from '../compile/compile-hole.ts'
import type { FieldContext } from '../compile/field-context.ts'
import type { FilterTemplate } from '../model/filter-template.ts'
import type { MutationMapping, WriteTemplate } from '../model/mutation-model.ts'
import { ownField } from '../values/bson-values.ts'
import { isPath, parsePropertyPath } from '../values/property-path.ts'
import { argumentFields } from './argument-fields.ts'
import { isCertain } from './certain-filter.ts'
import { compileUpdate } from './compile-update.ts'
import { compileDocument, compileDocuments } from './compile-whole.ts'
import type { MutationContext } from './mutation-context.ts'
import { readOnlyFault, touches } from './read-only.ts'
import { returnKindOf } from './return-kind.ts'

type MutationMethod = WriteTemplate['method']
/** A part of the mapping with its path. */
type PartAt = (key: string) => MappingPlace

/** What stands inside each method. */
const KEYS: Readonly<Record<MutationMethod, readonly string[]>> = {
  insertOne: ['document', 'readOnly'],
  insertMany: ['documents', 'readOnly'],
  updateOne: ['filter', 'update', 'upsert', 'readOnly', 'onNoMatch'],
  updateMany: ['filter', 'update', 'upsert', 'readOnly', 'onNoMatch', 'maxAffected', 'all'],
  replaceOne: ['filter', 'replacement', 'upsert', 'readOnly', 'onNoMatch'],
  deleteOne: ['filter', 'onNoMatch'],
  deleteMany: ['filter', 'onNoMatch', 'maxAffected', 'all'],
}
const METHODS = Object.keys(KEYS)

const isMethod = (key: string): key is MutationMethod => Object.hasOwn(KEYS, key)

/** The databases and collections that an app may write. @returns what is wrong; undefined when it may */
export type WriteReach = {
  faultOfDatabase(db: string): string | undefined
  faultOfWrite(db: string, collection: string): string | undefined
}

/** Compiles the mapping of a field of `Mutation`; every fault is reported with its path. */
export function compileMutation(
  place: MappingPlace,
  context: FieldContext & { reach: WriteReach },
): MutationMapping | undefined {
  const { value, path } = place
  if (!isDocument(value)) {
    return context.report(path, 'A mutation is an object: {"db": …, "collection": …, "insertOne": {…}}.')
  }
  const at: PartAt = key => ({ value: ownField(value, key), path: `${path}.${key}` })
  const methods = Object.keys(value).filter(isMethod)
  const unknown = Object.keys(value).filter(key => key !== 'db' && key !== 'collection' && !isMethod(key))
  for (const key of unknown) context.report(at(key).path, unknownKey(key))
  const namespace = compileNamespace(at, context)
  const [write] = methods.map(each => compileWrite(each, at(each), context))
  const [method, ...others] = methods
  if (!method || others.length > 0) return context.report(path, wrongNumber(methods))
  const returns = returnKindOf(context.field.type, method)
  if ('fault' in returns) context.report(path, returns.fault)
  return write && 'kind' in returns ? { name: context.name, ...namespace, write, returns: returns.kind } : undefined
}

function compileNamespace(at: PartAt, context: FieldContext & { reach: WriteReach }) {
  const db = nameAt(at('db'), { context, faultOf: context.reach.faultOfDatabase })
  const faultOf = (collection: string) => context.reach.faultOfWrite(db, collection)
  return { db, collection: nameAt(at('collection'), { context, faultOf }) }
}

const unknownKey = (key: string): string =>
  `${key} is not known in a mutation. Known are db, collection and one of ${METHODS.join(', ')}.`

const wrongNumber = (methods: readonly MutationMethod[]): string =>
  methods.length > 0
    ? `A mutation is one write, and there are ${methods.length}: ${methods.join(', ')}.`
    : `A mutation needs one of ${METHODS.join(', ')}.`

type FieldNaming = { context: FieldContext; faultOf: (name: string) => string | undefined }

function nameAt({ value, path }: MappingPlace, { context, faultOf }: FieldNaming): string {
  if (typeof value !== 'string' || value === '') {
    context.report(path, value === undefined ? 'is missing.' : 'must be a name, as text.')
    return ''
  }
  const fault = faultOf(value)
  if (fault) context.report(path, fault)
  return value
}

function compileWrite(
  method: MutationMethod,
  { value, path }: MappingPlace,
  field: FieldContext,
): WriteTemplate | undefined {
  if (!isDocument(value)) return field.report(path, `${method} is an object of ${KEYS[method].join(', ')}.`)
  const at: PartAt = key => ({ value: ownField(value, key), path: `${path}.${key}` })
  for (const key of Object.keys(value)) {
    if (KEYS[method].includes(key)) continue
    field.report(at(key).path, `${key} is not known in ${method}. Known are ${KEYS[method].join(', ')}.`)
  }
  const context: MutationContext = { ...field, readOnly: readOnlyAt(at('readOnly'), field) }
  return compileMethod(method, at, context)
}

function compileMethod(method: MutationMethod, at: PartAt, context: MutationContext): WriteTemplate | undefined {
  const { readOnly } = context
  if (method === 'insertOne') {
    const document = compileDocument(at('document'), context)
    return document && { method, document, readOnly }
  }
  if (method === 'insertMany') {
    const documents = compileDocuments(at('documents'), context)
    return documents && { method, documents, readOnly }
  }
  return compileSelecting(method, at, context)
}

function compileSelecting(
  method: Exclude<MutationMethod, 'insertOne' | 'insertMany'>,
  at: PartAt,
  context: MutationContext,
): WriteTemplate | undefined {
  const { readOnly } = context
  const selecting = { filter: compileTarget(method, at, context), mustMatch: mustMatchAt(at('onNoMatch'), context) }
  switch (method) {
    case 'deleteOne':
      return { method, ...selecting }
    case 'deleteMany':
      return { method, ...selecting, maxAffected: maxAffectedAt(at('maxAffected'), context) }
    case 'replaceOne': {
      const upsert = upsertAt(at, selecting.filter, context)
      const replacement = compileDocument(at('replacement'), context)
      return replacement && { method, ...selecting, replacement, upsert, readOnly }
    }
    case 'updateOne':
    case 'updateMany': {
      const update = compileUpdate(at('update'), context)
      const updating = { ...selecting, update, upsert: upsertAt(at, selecting.filter, context), readOnly }
      if (method === 'updateOne') return { method, ...updating }
      return { method, ...updating, maxAffected: maxAffectedAt(at('maxAffected'), context) }
    }
  }
}

function compileTarget(method: MutationMethod, at: PartAt, context: MutationContext): FilterTemplate {
  const place = at('filter')
  if (place.value === undefined) {
    context.report(place.path, 'is missing. Say which documents are meant.')
    return []
  }
  const isMany = method === 'updateMany' || method === 'deleteMany'
  const mayHitAll = isMany && flagAt(at('all'), context)
  let isSound = true
  const report = (path: string, message: string) => {
    isSound = false
    return context.report(path, message)
  }
  const filter = compileFilter(place, { ...context, report })
  if (isSound && isMany && !mayHitAll && !isCertain(filter, context.field)) {
    context.report(place.path, hitsAll(filter))
  }
  return filter
}

const hitsAll = (filter: FilterTemplate): string =>
  filter.length === 0
    ? 'An empty filter hits every document. Where that is meant, put "all": true beside it.'
    : 'With its arguments left out this filter would hit every document. Require an argument by "!" in the schema, or give it a default.'

function readOnlyAt({ value, path }: MappingPlace, context: FieldContext): readonly string[] {
  if (value === undefined) return []
  if (!Array.isArray(value)) {
    context.report(path, 'readOnly is a list of paths.')
    return []
  }
  return value.flatMap((each, index): string[] => {
    const parsed = parsePropertyPath(each)
    if (isPath(parsed)) return [parsed.join('.')]
    context.report(`${path}.${index}`, parsed.fault)
    return []
  })
}

function flagAt({ value, path }: MappingPlace, context: FieldContext): boolean {
  if (value !== undefined && typeof value !== 'boolean') context.report(path, 'is true or false.')
  return value === true
}

/** What an upsert finds nothing for becomes a part of the new document. */
function upsertAt(at: PartAt, filter: FilterTemplate, context: MutationContext): boolean {
  const upsert = flagAt(at('upsert'), context)
  const fields = upsert ? argumentFields(filter) : []
  const fixed = context.readOnly.find(path => fields.some(field => touches(field, path)))
  if (fixed) context.report(at('filter').path, readOnlyFault(fixed))
  return upsert
}

function mustMatchAt({ value, path }: MappingPlace, context: FieldContext): boolean {
  if (value !== undefined && value !== 'error') context.report(path, 'The only onNoMatch is "error".')
  return value === 'error'
}

function maxAffectedAt({ value, path }: MappingPlace, context: FieldContext): number | undefined {
  if (value === undefined) return undefined
  if (typeof value === 'number' && Number.isSafeInteger(value) && value > 0) return value
  return context.report(path, 'maxAffected is a whole number above 0.')
}
