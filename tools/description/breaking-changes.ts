type JsonObject = { readonly [name: string]: unknown }

/** A change of the description that a client of the last release may break on: where, and what. */
export type BreakingChange = { place: string; change: string }

/** Whether a schema describes what clients send, or what they are answered. */
type Direction = 'sent' | 'answered'
type SchemaPair = { before: unknown; after: unknown; place: string; direction: Direction }
type DocumentPair = { before: JsonObject; after: JsonObject }
type ComparisonScene = { documents: DocumentPair; seen: Set<string>; changes: BreakingChange[] }

/** Deeper parts of schemas are not compared. */
const MAX_DEPTH = 40
const METHODS = ['get', 'post', 'put', 'patch', 'delete']

/**
 * Finds what breaks clients that were written for the description before: an operation, an answer, a property or an enum
 * value of an answer that is gone; a parameter, field or value that is no longer taken, or newly asked for; another type.
 */
export function findBreakingChanges(before: JsonObject, after: JsonObject): BreakingChange[] {
  const scene: ComparisonScene = { documents: { before, after }, seen: new Set(), changes: [] }
  for (const [path, item] of Object.entries(objectOf(before.paths))) {
    for (const method of METHODS) {
      const old = operationOf(objectOf(item), method)
      if (old === undefined) continue
      const now = operationOf(objectOf(objectOf(after.paths)[path]), method)
      const place = `${method.toUpperCase()} ${path}`
      if (now === undefined) scene.changes.push({ place, change: 'The operation is gone.' })
      else compareOperations(old, now, { scene, place })
    }
  }
  return scene.changes
}

/** An operation with the parameters that it has in common with the others of its path. */
function operationOf(item: JsonObject, method: string): JsonObject | undefined {
  const operation = item[method]
  if (!isObject(operation)) return undefined
  return { ...operation, parameters: [...listOf(item.parameters), ...listOf(operation.parameters)] }
}

type OperationPlace = { scene: ComparisonScene; place: string }

function compareOperations(old: JsonObject, now: JsonObject, at: OperationPlace): void {
  const { scene, place } = at
  if (old.operationId !== now.operationId) {
    scene.changes.push({ place, change: `The id of the operation was ${String(old.operationId)}.` })
  }
  compareParameters(old, now, at)
  compareBodies(old, now, at)
  const responses = resolve(scene.documents.after, now.responses)
  for (const [status, response] of Object.entries(objectOf(old.responses))) {
    if (!/^[23]/.test(status)) continue
    const inner = `${place} ${status}`
    if (responses[status] === undefined) scene.changes.push({ place: inner, change: 'The answer is gone.' })
    else compareContents({ before: response, after: responses[status], place: inner, direction: 'answered' }, scene)
  }
}

function compareParameters(old: JsonObject, now: JsonObject, { scene, place }: OperationPlace): void {
  const { documents } = scene
  const known = new Map(listOf(old.parameters).map(each => named(resolve(documents.before, each))))
  const current = new Map(listOf(now.parameters).map(each => named(resolve(documents.after, each))))
  for (const [name, parameter] of known) {
    const successor = current.get(name)
    const inner = `${place} ${name}`
    if (!successor) scene.changes.push({ place: inner, change: 'The parameter is gone.' })
    else {
      const after = sentOnce(successor.schema, parameter.schema)
      compareSchemas({ before: parameter.schema, after, place: inner, direction: 'sent' }, scene)
    }
  }
  for (const [name, { required }] of current) {
    if (required === true && known.get(name)?.required !== true) {
      scene.changes.push({ place: `${place} ${name}`, change: 'The parameter is required now.' })
    }
  }
}

/** A parameter that may be sent several times now is sent once as before. */
function sentOnce(now: unknown, before: unknown): unknown {
  const isNewList = objectOf(now).type === 'array' && objectOf(before).type !== 'array'
  return isNewList ? objectOf(now).items : now
}

const named = (parameter: JsonObject): [string, JsonObject] => [
  `${String(parameter.in)} parameter ${String(parameter.name)}`,
  parameter,
]

function compareBodies(old: JsonObject, now: JsonObject, { scene, place }: OperationPlace): void {
  const before = resolve(scene.documents.before, old.requestBody)
  const after = resolve(scene.documents.after, now.requestBody)
  if (after.required === true && before.required !== true) {
    scene.changes.push({ place: `${place} body`, change: 'A body is required now.' })
  }
  if (old.requestBody === undefined) return
  compareContents({ before, after, place: `${place} body`, direction: 'sent' }, scene)
}

function compareContents({ before, after, place, direction }: SchemaPair, scene: ComparisonScene): void {
  const old = objectOf(resolve(scene.documents.before, before).content)
  const now = objectOf(resolve(scene.documents.after, after).content)
  for (const [type, media] of Object.entries(old)) {
    if (now[type] === undefined) scene.changes.push({ place, change: `The media type ${type} is gone.` })
    else {
      const [oldSchema, nowSchema] = [objectOf(media).schema, objectOf(now[type]).schema]
      compareSchemas({ before: oldSchema, after: nowSchema, place, direction }, scene)
    }
  }
}

function compareSchemas(pair: SchemaPair, scene: ComparisonScene, depth = 0): void {
  const { direction, place } = pair
  // The same component on both sides is compared once, wherever it stands.
  const references = `${referenceOf(pair.before)} ${referenceOf(pair.after)} ${direction}`
  if (depth > MAX_DEPTH || (references.includes('#') && scene.seen.has(references))) return
  if (references.includes('#')) scene.seen.add(references)
  const before = joined(scene.documents.before, pair.before)
  const after = joined(scene.documents.after, pair.after)
  const report = (change: string) => scene.changes.push({ place, change })
  for (const change of [...typeChanges(before, after, direction), ...requiredChanges(before, after, direction)]) {
    report(change)
  }
  if (direction === 'sent') for (const change of boundChanges(before, after)) report(change)
  compareProperties({ before, after, place, direction }, scene, depth)
  compareParts({ before, after, place, direction }, scene, depth)
}

type SchemaObjects = { before: JsonObject; after: JsonObject; place: string; direction: Direction }

function compareProperties({ before, after, place, direction }: SchemaObjects, scene: ComparisonScene, depth: number) {
  const now = objectOf(after.properties)
  for (const [name, property] of Object.entries(objectOf(before.properties))) {
    const inner = `${place}.${name}`
    const isTaken = direction === 'sent' && after.additionalProperties !== false
    if (now[name] !== undefined) {
      compareSchemas({ before: property, after: now[name], place: inner, direction }, scene, depth + 1)
    } else if (!isTaken) scene.changes.push({ place: inner, change: 'The property is gone.' })
  }
}

const INSIDE = ['items', 'additionalProperties', 'anyOf', 'oneOf'] as const

function compareParts(schemas: SchemaObjects, scene: ComparisonScene, depth: number): void {
  for (const key of INSIDE) compareInside(key, schemas, { scene, depth })
}

/** The schemas that a keyword holds: one, or a list of them. */
const partsOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value])

function compareInside(
  key: (typeof INSIDE)[number],
  { before, after, place, direction }: SchemaObjects,
  { scene, depth }: { scene: ComparisonScene; depth: number },
): void {
  // Who may fit one form or both has as much choice as who may fit one alone.
  const now = partsOf(after[key] ?? (key === 'oneOf' ? after.anyOf : undefined))
  const inner = key === 'items' ? `${place}[]` : place
  // A choice fewer is less than before for who sends, and a choice more for who reads: one that is gone is seen here.
  const isMissed = direction === 'sent' || key === 'items'
  for (const [at, part] of partsOf(before[key]).entries()) {
    if (!isObject(part)) continue
    const other = now[at]
    if (isObject(other)) compareSchemas({ before: part, after: other, place: inner, direction }, scene, depth + 1)
    else if (isMissed) scene.changes.push({ place: inner, change: `A part of the schema (${key}) is gone.` })
  }
}

/**
 * What is sent may be of more types than before, what is answered of fewer: the other way round a client is surprised. A
 * value of an enum must not go; an answer may have new ones.
 */
function typeChanges(before: JsonObject, after: JsonObject, direction: Direction): string[] {
  const [from, to] = direction === 'sent' ? [before, after] : [after, before]
  const types = missing(typesOf(from), typesOf(to))
  const word = direction === 'sent' ? 'gone' : 'new'
  const values = missing(valuesOf(before), valuesOf(after)).map(value => `The value ${value} is gone.`)
  const isLimited = direction === 'sent' && valuesOf(before).length === 0 && valuesOf(after).length > 0
  return [
    ...types.map(type => `The type ${type} is ${word}.`),
    ...values,
    ...(isLimited ? ['Only certain values are taken now.'] : []),
  ]
}

/** What stands in a list, and not in another that limits too. */
const missing = (from: readonly string[], to: readonly string[]): string[] =>
  to.length === 0 ? [] : from.filter(each => !to.includes(each))

const typesOf = ({ type }: JsonObject): string[] => {
  const types = (Array.isArray(type) ? type : [type]).filter(each => typeof each === 'string')
  return types.includes('number') ? [...types, 'integer'] : types
}

const valuesOf = (schema: JsonObject): string[] => {
  const values = 'const' in schema ? [schema.const] : listOf(schema.enum)
  return values.map(value => JSON.stringify(value))
}

function requiredChanges(before: JsonObject, after: JsonObject, direction: Direction): string[] {
  const [had, has] = [listOf(before.required).map(String), listOf(after.required).map(String)]
  if (direction === 'sent') return has.filter(name => !had.includes(name)).map(name => `${name} is required now.`)
  const present = objectOf(after.properties)
  return had.filter(name => !has.includes(name) && name in present).map(name => `${name} may be missing now.`)
}

const LOWER = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties']
const UPPER = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties']

function boundChanges(before: JsonObject, after: JsonObject): string[] {
  const lower = LOWER.filter(key => number(after[key], -Infinity) > number(before[key], -Infinity))
  const upper = UPPER.filter(key => number(after[key], Infinity) < number(before[key], Infinity))
  const narrowed = [...lower, ...upper].map(key => `${key} is ${String(after[key])} now.`)
  const patterns = after.pattern !== undefined && after.pattern !== before.pattern ? ['The pattern is another.'] : []
  const isClosed = after.additionalProperties === false && before.additionalProperties !== false
  return [...narrowed, ...patterns, ...(isClosed ? ['Other fields are refused now.'] : [])]
}

const number = (value: unknown, without: number): number => (typeof value === 'number' ? value : without)

/** A choice of single values is an enum. */
function withValues({ anyOf, ...schema }: JsonObject): JsonObject {
  const forms = listOf(anyOf).map(objectOf)
  if (forms.length === 0) return schema
  if (!forms.every(form => 'const' in form)) return { ...schema, anyOf }
  return { ...schema, type: [...new Set(forms.map(({ type }) => type))], enum: forms.map(form => form.const) }
}

/** A schema with what all its parts (`allOf`) say as if it said so itself. */
function joined(document: JsonObject, value: unknown, depth = 0): JsonObject {
  const { allOf, ...own } = withValues(resolve(document, value))
  if (allOf === undefined || depth > MAX_DEPTH) return own
  const parts = [own, ...listOf(allOf).map(part => joined(document, part, depth + 1))]
  const fields = parts.flatMap(({ properties }) => Object.entries(objectOf(properties)))
  return {
    ...Object.fromEntries(parts.toReversed().flatMap(part => Object.entries(part))),
    properties: Object.fromEntries(fields),
    required: parts.flatMap(({ required }) => listOf(required)),
  }
}

function resolve(document: JsonObject, value: unknown): JsonObject {
  const reference = referenceOf(value)
  if (!reference.startsWith('#/')) return objectOf(value)
  const { $ref: _, ...beside } = objectOf(value)
  const steps = reference.slice(2).split('/')
  const found = steps.reduce<unknown>((inner, step) => objectOf(inner)[decodeURIComponent(step)], document)
  return { ...resolve(document, found), ...beside }
}

const referenceOf = (value: unknown): string => {
  const { $ref } = objectOf(value)
  return typeof $ref === 'string' ? $ref : ''
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const objectOf = (value: unknown): JsonObject => (isObject(value) ? value : {})
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
