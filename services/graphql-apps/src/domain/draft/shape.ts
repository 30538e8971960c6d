import { isDocument } from '@sluice/documents'
import { isDate, isRegex, isTagged } from '../values/bson-values.ts'

/** What the values at one place of some documents have in common. */
export type Shape =
  | ScalarShape
  | ObjectShape
  | { kind: 'list'; element: Shape }
  /** Null, or empty lists only. */
  | { kind: 'nothing' }
  /** Values that no one GraphQL type stands for. */
  | { kind: 'mixed' }

/** `found`: the scalars that were met; `samples`: some distinct values that could be ids. */
export type ScalarShape = { kind: 'scalar'; scalar: string; found: ReadonlySet<string>; samples: readonly unknown[] }
export type ObjectShape = { kind: 'object'; fields: ReadonlyMap<string, FieldShape> }
/** `count`: how many of the documents have it. */
export type FieldShape = { shape: Shape; count: number }

const MAX_FIELDS = 100
const MAX_DEPTH = 6
const MAX_ELEMENTS = 20
const MAX_SAMPLES = 20

const NOTHING: Shape = { kind: 'nothing' }
const MIXED: Shape = { kind: 'mixed' }
const ANY_OBJECT: Shape = scalarShape('BsonDocument')

/** What documents have in common; objects that hold too much, or too deep, count as documents of any form. */
export const shapeOfAll = (documents: readonly object[]): ObjectShape =>
  documents.map(document => objectShape(document, 0)).reduce(mergeObjects, { kind: 'object', fields: new Map() })

function shapeOf(value: unknown, depth: number): Shape {
  if (value === null || value === undefined) return NOTHING
  if (Array.isArray(value)) return listShape(value, depth)
  const scalar = scalarOf(value)
  if (scalar) return scalarShape(scalar, value)
  if (!isDocument(value)) return MIXED
  return depth >= MAX_DEPTH || Object.keys(value).length > MAX_FIELDS ? ANY_OBJECT : objectShape(value, depth)
}

function listShape(list: readonly unknown[], depth: number): Shape {
  if (depth >= MAX_DEPTH) return MIXED
  const element = list
    .slice(0, MAX_ELEMENTS)
    .map(each => shapeOf(each, depth + 1))
    .reduce(mergeShapes, NOTHING)
  return element.kind === 'mixed' ? MIXED : { kind: 'list', element }
}

function objectShape(document: object, depth: number): ObjectShape {
  const fields = Object.entries(document).slice(0, MAX_FIELDS)
  const shapes = fields.map(([name, value]) => [name, { shape: shapeOf(value, depth + 1), count: 1 }] as const)
  return { kind: 'object', fields: new Map(shapes) }
}

function scalarShape(scalar: string, value?: unknown): Shape {
  const isId = scalar === 'ObjectId' || scalar === 'String' || scalar === 'Int' || scalar === 'Long'
  return { kind: 'scalar', scalar, found: new Set([scalar]), samples: isId && value !== undefined ? [value] : [] }
}

const TAGS = ['ObjectId', 'Long', 'Decimal128', 'Timestamp'] as const

/** The scalar of a value; undefined for what is none, or has none in GraphQL. */
function scalarOf(value: unknown): string | undefined {
  if (typeof value === 'string') return 'String'
  if (typeof value === 'boolean') return 'Boolean'
  if (typeof value === 'bigint') return 'Long'
  if (typeof value === 'number') return isInt32(value) ? 'Int' : 'Float'
  if (isTagged(value, 'Int32')) return 'Int'
  if (isTagged(value, 'Double')) return 'Float'
  if (isDate(value)) return 'DateTime'
  if (isRegex(value)) return 'Regex'
  return TAGS.find(tag => isTagged(value, tag))
}

const isInt32 = (value: number): boolean => Object.is(value, value | 0)

function mergeShapes(a: Shape, b: Shape): Shape {
  if (a.kind === 'nothing') return b
  if (b.kind === 'nothing') return a
  return mergeAlike(a, b) ?? (isAnyObject(a, b) || isAnyObject(b, a) ? ANY_OBJECT : MIXED)
}

function mergeAlike(a: Shape, b: Shape): Shape | undefined {
  if (a.kind === 'scalar' && b.kind === 'scalar') return mergeScalars(a, b)
  if (a.kind === 'list' && b.kind === 'list') return mergeLists(a.element, b.element)
  return a.kind === 'object' && b.kind === 'object' ? mergeObjects(a, b) : undefined
}

const isAnyObject = (a: Shape, b: Shape): boolean =>
  a.kind === 'object' && b.kind === 'scalar' && b.scalar === 'BsonDocument'

function mergeLists(a: Shape, b: Shape): Shape {
  const element = mergeShapes(a, b)
  return element.kind === 'mixed' ? MIXED : { kind: 'list', element }
}

function mergeObjects(a: ObjectShape, b: ObjectShape): ObjectShape {
  const fields = new Map(a.fields)
  for (const [name, { shape, count }] of b.fields) {
    const before = fields.get(name)
    if (before) fields.set(name, { shape: mergeShapes(before.shape, shape), count: before.count + count })
    else if (fields.size < MAX_FIELDS) fields.set(name, { shape, count })
  }
  return { kind: 'object', fields }
}

/** From narrow to wide: each stands for the values of those before it. */
const NUMBERS: readonly string[] = ['Int', 'Long', 'Float', 'Decimal128']
/** A text can be written of each of these. */
const AS_TEXT: readonly string[] = ['String', 'Boolean', 'Int', 'Long', 'Float', 'ObjectId']

function mergeScalars(a: ScalarShape, b: ScalarShape): Shape {
  const scalar = widest(a.scalar, b.scalar)
  if (scalar === undefined) return MIXED
  const found = new Set([...a.found, ...b.found])
  const texts = new Set(a.samples.map(String))
  const more = b.samples.filter(value => !texts.has(String(value)))
  return { kind: 'scalar', scalar, found, samples: [...a.samples, ...more].slice(0, MAX_SAMPLES) }
}

function widest(a: string, b: string): string | undefined {
  if (a === b) return a
  if (NUMBERS.includes(a) && NUMBERS.includes(b)) return NUMBERS.indexOf(a) > NUMBERS.indexOf(b) ? a : b
  return AS_TEXT.includes(a) && AS_TEXT.includes(b) ? 'String' : undefined
}
