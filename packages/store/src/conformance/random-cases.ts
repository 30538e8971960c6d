import { Binary, Decimal128, Double, Long, MaxKey, MinKey, ObjectId, Timestamp } from 'bson'
import type { Document } from '../port.ts'

/** A generator that gives the same numbers from the same seed, whatever runs it. */
function numbersFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

type RandomChoice = { pick<T>(list: readonly T[]): T; below(limit: number): number }

function randomFrom(seed: number): RandomChoice {
  const next = numbersFrom(seed)
  const below = (limit: number) => Math.floor(next() * limit)
  return { below, pick: list => list[below(list.length)] as (typeof list)[number] }
}

/** Values that are equal across types, close to each other, or of every type once. */
const SCALARS: readonly unknown[] = [
  null,
  0,
  1,
  2,
  5,
  -1,
  new Double(5),
  new Double(1.5),
  new Double(0.1),
  new Double(-0),
  Long.fromNumber(5),
  Long.fromNumber(0),
  Long.fromString('9007199254740993'),
  new Double(9007199254740992),
  Decimal128.fromString('5'),
  Decimal128.fromString('5.00'),
  Decimal128.fromString('0.1'),
  Decimal128.fromString('1.5'),
  '',
  'a',
  'b',
  'ab',
  'A',
  'é',
  '5',
  true,
  false,
  new Date(0),
  new Date(1000),
  new Date(-1000),
  new ObjectId('000000000000000000000001'),
  new ObjectId('000000000000000000000002'),
  new Binary(Uint8Array.of(1)),
  new Binary(Uint8Array.of(1, 2)),
  new Timestamp({ t: 1, i: 1 }),
  new MinKey(),
  new MaxKey(),
]

const FIELDS = ['a', 'b', 'c'] as const
const PATHS = ['a', 'b', 'c', 'a.b', 'a.c', 'b.a', 'a.b.c', 'a.0', 'a.1', 'a.0.b', 'b.1.c'] as const

function value(random: RandomChoice, depth: number): unknown {
  const kind = depth > 0 ? random.below(10) : 0
  if (kind === 7 || kind === 8) return Array.from({ length: random.below(4) }, () => value(random, depth - 1))
  return kind === 9 ? object(random, depth - 1) : random.pick(SCALARS)
}

function object(random: RandomChoice, depth: number): Document {
  const fields = FIELDS.filter(() => random.below(3) > 0)
  if (random.below(2) === 0) fields.reverse()
  return Object.fromEntries(fields.map(field => [field, value(random, depth)]))
}

const TYPES = [
  'number',
  'int',
  'long',
  'double',
  'decimal',
  'string',
  'object',
  'array',
  'bool',
  'null',
  'date',
  'objectId',
  'binData',
  'minKey',
  2,
  16,
] as const
const PATTERNS = ['a', '^a', 'b$', '^$', '[ab]', 'A', '.'] as const

type MakeOperator = (random: RandomChoice, depth: number) => Document

const OPERATORS: readonly MakeOperator[] = [
  random => ({ $eq: value(random, 2) }),
  random => ({ $ne: value(random, 1) }),
  random => ({ [random.pick(['$gt', '$gte', '$lt', '$lte'])]: value(random, 1) }),
  random => ({ $gte: random.pick(SCALARS), $lt: random.pick(SCALARS) }),
  random => ({ [random.pick(['$in', '$nin'])]: Array.from({ length: random.below(4) }, () => value(random, 1)) }),
  random => ({ $exists: random.below(2) === 0 }),
  random => ({ $type: random.pick(TYPES) }),
  random => ({ $regex: random.pick(PATTERNS), $options: random.pick(['', 'i', 's']) }),
  random => ({ $size: random.below(4) }),
  random => ({ $mod: [random.pick([2, 3, -2]), random.pick([0, 1, -1])] }),
  random => ({ $all: Array.from({ length: random.below(3) }, () => value(random, 1)) }),
  (random, depth) => (depth === 0 ? { $exists: true } : { $not: operator(random, depth - 1) }),
  (random, depth) => ({ $elemMatch: random.below(2) === 0 ? condition(random, depth) : comparisons(random) }),
]

const operator: MakeOperator = (random, depth) => random.pick(OPERATORS)(random, depth)

const comparisons = (random: RandomChoice): Document => ({
  $gte: random.pick(SCALARS),
  [random.pick(['$ne', '$lte', '$lt'])]: random.pick(SCALARS),
})

const condition = (random: RandomChoice, depth: number): Document => {
  const test = depth === 0 || random.below(3) === 0 ? value(random, 2) : operator(random, depth - 1)
  return { [random.pick(PATHS)]: test }
}

function filter(random: RandomChoice, depth: number): Document {
  const kind = depth > 0 ? random.below(6) : 0
  if (kind < 4) return { ...condition(random, 2), ...(kind === 3 ? condition(random, 2) : {}) }
  const parts = Array.from({ length: 1 + random.below(2) }, () => filter(random, depth - 1))
  return { [random.pick(['$and', '$or', '$nor'])]: parts }
}

/** Documents for random filters; the `_id` is the position. */
export function randomDocuments(seed: number, count: number): Document[] {
  const random = randomFrom(seed)
  return Array.from({ length: count }, (_, index) => ({ _id: index, ...object(random, 3) }))
}

export function randomFilters(seed: number, count: number): Document[] {
  const random = randomFrom(seed)
  return Array.from({ length: count }, () => filter(random, 2))
}
