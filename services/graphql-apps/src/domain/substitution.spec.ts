import { describe, expect, it } from '@jest/globals'
import type { Document } from '@sluice/store'
import { BSONRegExp } from 'bson'
import fc from 'fast-check'
import { getOperationAST, getVariableValues } from 'graphql'
import { type BoundFind, bindQuery } from './bind/bind-query.ts'
import { compileApp } from './compile-app.ts'
import { batchFilter, groupParents } from './model/join-batch.ts'
import { planOperation } from './plan/plan-operation.ts'
import { prepareDocument } from './plan/prepare-document.ts'
import { appRules } from './reach.ts'
import { readPath } from './values/property-path.ts'

const caller = { user: undefined, roles: [], isRoot: false, now: new Date(0) }
const rules = appRules({ tier: 'shared', db: 'sluice' })
const from = (rest: Document) => ({ db: 'sluice', collection: 'things', ...rest })

/** Every position of a `find` that takes an argument of any form, each with the skeleton that a value must leave as it is. */
const positions: [name: string, type: string, find: Document, skeleton: Document][] = [
  ['the value of a field', 'BsonDocument', { a: { $arg: 'v' } }, { a: { $eq: 0 } }],
  ['the value of a nested field', 'BsonDocument', { 'a.b': { $arg: 'v' } }, { 'a.b': { $eq: 0 } }],
  ['a part of a document', 'BsonDocument', { a: { $arg: 'v.a' } }, { a: { $eq: 0 } }],
  ...['$eq', '$ne', '$gt', '$gte', '$lt', '$lte'].map((operator): [string, string, Document, Document] => [
    `the operand of ${operator}`,
    'BsonDocument',
    { a: { [operator]: { $arg: 'v' } } },
    { a: { [operator]: 0 } },
  ]),
  ...['$nin', '$all'].map((operator): [string, string, Document, Document] => [
    `the list of ${operator}`,
    '[BsonDocument]',
    { a: { [operator]: { $arg: 'v' } } },
    { a: { [operator]: 0 } },
  ]),
  [
    'a branch of $or',
    'BsonDocument',
    { $or: [{ a: { $arg: 'v' } }, { b: 1 }] },
    { $or: [{ a: { $eq: 0 } }, { b: 0 }] },
  ],
  ['a pattern', 'String', { a: { $regex: { $arg: 'v' } } }, { a: { $regex: 0 } }],
  ['a literal pattern', 'String', { a: { $regex: { $arg: 'v' }, $regexMode: 'literal' } }, { a: { $regex: 0 } }],
  ['a whole filter', 'Where', { $arg: 'v' }, { a: { $eq: 0 } }],
]

type BindValue = (value: unknown) => BoundFind | string

/** Compiles a mapping once; gives what its arguments come to, or the refusal. */
function prepareBinding({ type, find }: { type: string; find: Document }): BindValue {
  const schema = `type Query { things(v: ${type}): [Thing] } type Thing { a: String } input Where { a: BsonDocument }`
  const compiled = compileApp(
    { descriptor: { name: 'x', enabled: true }, schema, mappings: { Query: { things: from({ find }) } } },
    rules,
  )
  if (compiled.kind === 'faulty') throw new Error(JSON.stringify(compiled.faults))
  const { app } = compiled
  const prepared = prepareDocument(app, `query($v: ${type}) { things(v: $v) { a } }`)
  if (prepared.kind === 'failed') throw new Error(String(prepared.errors))
  const operation = getOperationAST(prepared.document)!
  const [field] = planOperation(app, { document: prepared.document, operation }, {}).root.fields
  if (field?.source.kind !== 'query') throw new Error('no query')
  const { mapping } = field.source
  return value => {
    const coerced = getVariableValues(app.schema, operation.variableDefinitions ?? [], { v: value })
    if (!coerced.coerced) return 'refused by its type'
    const given = { variables: coerced.coerced, caller, documentOf: (parent: unknown) => parent }
    const binding = bindQuery(field, mapping, given)
    if (binding.kind === 'failed') return binding.error.message
    return 'sharedFilter' in binding.query ? binding.query : 'no find'
  }
}

const isPlain = (value: unknown): value is Document =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** The filter with its operands taken out: what a store reads as instructions. */
function skeleton(filter: unknown): unknown {
  if (!isPlain(filter)) return 0
  return Object.fromEntries(
    Object.entries(filter).map(([key, value]) => {
      if (Array.isArray(value) && ['$and', '$or', '$nor'].includes(key)) return [key, value.map(skeleton)]
      const isCondition = isPlain(value) && Object.keys(value).some(each => each.startsWith('$'))
      return [key, isCondition ? Object.fromEntries(Object.keys(value).map(operator => [operator, 0])) : 0]
    }),
  )
}

const attackKey = fc.constantFrom('$ne', '$gt', '$where', '$expr', '$or', '$regex', '$not', '$in', 'a', 'a.b', '', '$')
const attack: fc.Arbitrary<unknown> = fc.letrec(tie => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.string(),
    fc.integer(),
    fc.constant(null),
    fc.constant(true),
    tie('object'),
    fc.array(tie('value'), { maxLength: 3 }),
  ),
  object: fc.dictionary(attackKey, tie('value'), { maxKeys: 3 }),
})).object

function inputFor(type: string, value: unknown): unknown {
  if (type === 'String') return JSON.stringify(value)
  if (type === '[BsonDocument]') return [value]
  return type === 'Where' ? { a: value } : value
}

describe('substitution', () => {
  it.each(positions)('never lets a value become an operator in %s', (...[, type, find, expected]) => {
    const bind = prepareBinding({ type, find })
    fc.assert(
      fc.property(attack, value => {
        const bound = bind(inputFor(type, value))
        if (typeof bound === 'string') return
        const filter = bound.sharedFilter() ?? {}
        expect(skeleton(filter)).toEqual(skeletonOrAbsent(expected, filter))
      }),
    )
  })

  it('refuses objects with operators where the store would read them as such', () => {
    for (const operator of ['$ne', '$gt', '$lte']) {
      const bound = prepareBinding({ type: 'BsonDocument', find: { a: { [operator]: { $arg: 'v' } } } })({
        x: { $gt: '' },
      })
      expect(bound).toContain('can not be used')
    }
  })

  it('takes stored operators and regular expressions of a parent for values, alone and in a batch', () => {
    const key = { field: 'a', operator: '$eq', hole: { kind: 'fk', of: 'parent', path: ['ref'] } } as const
    const stored = [
      { ref: { $ne: null } },
      { ref: new BSONRegExp('.*') },
      { ref: 'x' },
      { ref: 'y' },
      { ref: [{ $gt: '' }] },
    ]
    for (const parents of [stored, ...stored.map(each => [each])]) {
      const filter = batchFilter(
        [key],
        groupParents([key], parents, ({ path }, parent) => readPath(parent, path)),
      )
      const branches = (filter.$or as Document[] | undefined) ?? [filter]
      for (const { a } of branches as { a: { $eq?: unknown; $in?: unknown[] } }[]) {
        expect(Object.keys(a)).toHaveLength(1)
        expect('$eq' in a || a.$in?.every(value => typeof value === 'string' || Array.isArray(value))).toBe(true)
      }
    }
  })
})

const COMPARISONS = ['$eq', '$ne', '$gt', '$gte', '$lt', '$lte', '$in', '$nin']
const comparisonKey = fc.constantFrom(...COMPARISONS, '$where', '$expr', '$regex', '$or', '$not', 'a', 'b', 'a.b', '')
const operand = fc.oneof(fc.integer(), fc.string(), fc.array(fc.oneof(fc.integer(), attack), { maxLength: 3 }), attack)
const givenFilter: fc.Arbitrary<unknown> = fc.dictionary(comparisonKey, operand, { maxKeys: 3 })

/** Whether a filter says nothing but comparisons of `a` with values. */
function comparesOne(filter: Document): boolean {
  return Object.entries(filter).every(([field, comparison]) => {
    if (field === '$and') return (comparison as Document[]).every(comparesOne)
    const operators = Object.keys(comparison as Document)
    return field === 'a' && operators.length > 0 && operators.every(operator => COMPARISONS.includes(operator))
  })
}

/** Whether a key with a `$` stands somewhere inside the operands. */
const isActive = (value: unknown): boolean => {
  if (Array.isArray(value)) return value.some(isActive)
  return isPlain(value) && Object.entries(value).some(([key, inner]) => key.startsWith('$') || isActive(inner))
}

describe('a filter that an argument brings', () => {
  it.each<[string, Document, (value: unknown) => unknown]>([
    ['one field', { a: { $arg: 'v', $as: 'filter' } }, value => value],
    ['a branch', { $or: [{ a: { $arg: 'v', $as: 'filter' } }] }, value => value],
    ['a whole find', { $arg: 'v', $as: 'filter' }, value => ({ a: value })],
    ['a whole find by any name', { $arg: 'v', $as: 'filter' }, value => value],
  ])('compares the mapped field with values, whatever it is: %s', (...[, find, input]) => {
    const bind = prepareBinding({ type: 'BsonDocument', find })
    fc.assert(
      fc.property(givenFilter, value => {
        const bound = bind(input(value))
        if (typeof bound === 'string') return
        const filter = bound.sharedFilter() ?? {}
        const own = Array.isArray(filter.$or) ? (filter.$or[0] as Document) : filter
        expect([filter, comparesOne(own)]).toEqual([filter, true])
        const operands = Object.values(own).flatMap(each => Object.values(each as Document))
        expect([filter, operands.some(isActive)]).toEqual([filter, false])
      }),
      { numRuns: 500 },
    )
  })

  it('may name sixteen fields and hold lists of a thousand values, and no more', () => {
    const whole = prepareBinding({ type: 'BsonDocument', find: { $arg: 'v', $as: 'filter' } })
    expect(whole(Object.fromEntries(Array.from({ length: 17 }, (_, at) => [`f${at}`, 1])))).toMatch(/16 fields at most/)
    const one = prepareBinding({ type: 'BsonDocument', find: { a: { $arg: 'v', $as: 'filter' } } })
    expect(one({ $in: Array.from({ length: 1001 }, () => 1) })).toMatch(/1000 elements at most/)
    const deep = JSON.parse(`${'{"a":'.repeat(20)}1${'}'.repeat(20)}`)
    expect(one({ $eq: deep })).toBe('refused by its type')
  })
})

/** An absent value takes its condition with it; nothing else may change the skeleton. */
const skeletonOrAbsent = (expected: Document, filter: Document): unknown =>
  Object.keys(filter).length === 0 ? {} : expected
