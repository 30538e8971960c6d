import { beforeEach, describe, expect, it } from '@jest/globals'
import { isDocument } from '@sluice/documents'
import type { Document } from '@sluice/store'
import fc from 'fast-check'
import { type AppRunner, compileTestApp } from '../src/testing/app-runner.ts'
import { attacks as common, literal } from '../src/testing/attacks.ts'
import { describeOnEachStore, describeOnSqlite } from '../src/testing/on-each-store.ts'

const vault = { db: 'sluice', collection: 'vault' }
const H = { $arg: 'v' }
/** Inside a document of any form: no type of the schema says what comes. */
const INSIDE = { $arg: 'v.n' }
const byId = { filter: { _id: 'a' } }
const change = (update: Document) => ({ updateOne: { ...byId, update } })
const select = (filter: Document) => ({ updateOne: { filter, update: { $set: { stolen: true } } } })

/** Each position that takes a value from outside, and the field of the document "a" that it may become. */
const positions: [name: string, type: string, write: Document, field?: string][] = [
  ['document', 'BsonDocument', { insertOne: { document: { kind: 'new', value: H } } }],
  ['documentText', 'String', { insertOne: { document: { kind: 'new', value: H } } }],
  ['documentInside', 'BsonDocument', { insertOne: { document: { kind: 'new', deep: { list: [{ value: INSIDE }] } } } }],
  ['documentList', '[BsonDocument]', { insertOne: { document: { kind: 'new', value: H } } }],
  ['documentId', 'BsonDocument', { insertOne: { document: { _id: H, kind: 'new' } } }],
  ['whole', 'BsonDocument', { insertOne: { document: H } }],
  ['wholeInput', 'Form', { insertOne: { document: H } }],
  ['wholeMany', '[BsonDocument]', { insertMany: { documents: H } }],
  ['set', 'BsonDocument', change({ $set: { own: H } }), 'own'],
  ['setDeep', 'BsonDocument', change({ $set: { 'deep.own': H } }), 'deep'],
  ['setText', 'String', change({ $set: { own: H } }), 'own'],
  ['min', 'BsonDocument', change({ $min: { own: H } }), 'own'],
  ['max', 'BsonDocument', change({ $max: { own: H } }), 'own'],
  ['inc', 'BsonDocument', change({ $inc: { count: INSIDE } })],
  ['mul', 'BsonDocument', change({ $mul: { count: INSIDE } })],
  ['patch', 'BsonDocument', change({ $set: H }), '*'],
  ['patchInput', 'Form', change({ $set: H }), '*'],
  ['push', 'BsonDocument', change({ $push: { pushed: H } }), 'pushed'],
  ['pushEach', '[BsonDocument]', change({ $push: { pushed: { $each: H } } }), 'pushed'],
  ['slice', 'BsonDocument', change({ $push: { list: { $each: [], $slice: INSIDE } } })],
  ['position', 'BsonDocument', change({ $push: { list: { $each: [], $position: INSIDE } } })],
  ['addToSet', 'BsonDocument', change({ $addToSet: { pushed: H } }), 'pushed'],
  ['addToSetEach', '[BsonDocument]', change({ $addToSet: { pushed: { $each: H } } }), 'pushed'],
  ['pull', 'BsonDocument', change({ $pull: { list: H } })],
  ['pullText', 'String', change({ $pull: { list: H } })],
  ['pullRegex', 'Regex', change({ $pull: { list: H } })],
  ['pullList', '[BsonDocument]', change({ $pull: { list: H } })],
  ['pullInside', 'BsonDocument', change({ $pull: { list: INSIDE } })],
  ['pullField', 'BsonDocument', change({ $pull: { list: { secret: H } } })],
  ['pop', 'BsonDocument', change({ $pop: { list: INSIDE } })],
  ['replaceField', 'BsonDocument', { replaceOne: { filter: { _id: 'a' }, replacement: { own: H } } }, '*'],
  ['replaceWhole', 'BsonDocument', { replaceOne: { filter: { _id: 'a' }, replacement: H } }, '*'],
  ['filterText', 'String', select({ secret: H })],
  ['filterId', 'ID', select({ _id: H })],
  ['filterData', 'BsonDocument', select({ secret: H })],
  ['filterInside', 'BsonDocument', select({ secret: INSIDE })],
  ['filterIn', '[BsonDocument]', select({ secret: { $in: H } })],
  ['filterGt', 'BsonDocument', select({ secret: { $gt: H } })],
  ['filterOr', 'BsonDocument', select({ $or: [{ secret: H }, { _id: 'none' }] })],
  ['filterWhole', 'Form', select(H)],
  ['filterRegex', 'String', select({ secret: { $regex: H, $regexMode: 'literal' } })],
  ['updateMany', 'BsonDocument', { updateMany: { filter: { secret: H }, update: { $set: { stolen: true } } } }],
  ['deleteMany', 'BsonDocument', { deleteMany: { filter: { secret: H } } }],
  ['deleteManyText', 'String', { deleteMany: { filter: { secret: H } } }],
  ['upsert', 'BsonDocument', { updateOne: { filter: { secret: H }, update: { $set: { kind: 'new' } }, upsert: true } }],
  ['upsertInsert', 'BsonDocument', { updateOne: { filter: { _id: 'up' }, update: { $setOnInsert: H }, upsert: true } }],
  [
    'replaceUpsert',
    'BsonDocument',
    { replaceOne: { filter: { secret: H }, replacement: { kind: 'new' }, upsert: true } },
  ],
]

const deep = (levels: number): unknown => (levels === 0 ? 'x' : { d: deep(levels - 1) })

const attacks = [
  ...common,
  {},
  [],
  [{}],
  [[]],
  { secret: {} },
  { $set: { secret: 'x' } },
  { $unset: { secret: '' } },
  { $each: [1, 2] },
  { $each: [], $slice: 0 },
  { $eq: {} },
  { $elemMatch: {} },
  { $ref: 'vault', $id: 'b' },
  { $oid: 'nope' },
  { n: { $ne: null } },
  { n: {} },
  { n: { $each: [] } },
  { n: 'text' },
  { n: [] },
  { n: { $regularExpression: { pattern: '.', options: '' } } },
  { n: { secret: { $exists: true } } },
  { 'list.0': 1 },
  { 'list.$[]': 1 },
  { 'a.b': { c: 1 } },
  { '': 1 },
  { _id: { $gt: '' } },
  { _id: 'b' },
  { _id: ['b'] },
  { _etag: 'mine' },
  { 'x\u0000y': 1 },
  { a: { b: { $currentDate: true } } },
  { $arg: 'v' },
  { $fk: '_id' },
  { a: { $arg: '@user._id' } },
  deep(25),
  [deep(21)],
]

const FORM = `input Form { secret: String own: BsonDocument list: [BsonDocument] deep: Part }
  input Part { secret: String own: BsonDocument }`
const schema = `
  ${FORM}
  type Thing { _id: ID }
  type Query { things: [Thing] }
  type Mutation { ${positions.map(([name, type]) => `${name}(v: ${type}!): Int`).join('\n')} }
`
const app = compileTestApp(schema, {
  Query: { things: vault },
  Mutation: Object.fromEntries(positions.map(([name, , write]) => [name, { ...vault, ...write }])),
})

const list = ['x', 's1', 5, { secret: 's1' }, { secret: 's2', n: 1 }, [1]]
const safe: readonly Document[] = [
  { _id: 'a', secret: 's1', own: 'mine', deep: { secret: 's1' }, count: 1, list },
  { _id: 'b', secret: 's2', own: 'other', deep: { secret: 's2' }, count: 2, list },
  { _id: 'c', deep: {} },
]

/** What no stored document may hold at any depth. */
function badKeys(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(badKeys)
  if (!isDocument(value)) return []
  const isBad = (key: string) => key === '' || /^\$|\.|\0|^(__proto__|constructor|prototype|_bsontype)$/.test(key)
  return Object.entries(value).flatMap(([key, inner]) => [...(isBad(key) ? [key] : []), ...badKeys(inner)])
}

/** Puts the vault in order before each test, and tells what an attempt did to it. */
function useVault(runner: () => AppRunner) {
  const collection = () => runner().store.collection(vault)
  const state = () => collection().find({}, { sort: { _id: 1 } })
  let loaded = ''
  async function reload() {
    await collection().deleteMany({})
    await collection().insertMany(safe)
    loaded = JSON.stringify(await state())
  }
  beforeEach(reload)

  /** What an attempt did besides putting a value where the mapping puts values. */
  async function effects(query: string, variables: Document, field: string | undefined): Promise<unknown[]> {
    try {
      await runner().run(app, query, { variables })
    } catch (error) {
      // Refused before it ran; a bug of ours would say something else.
      expect(String(error)).toMatch(/TestInputError/)
    }
    const after = await state()
    if (JSON.stringify(after) === loaded) return []
    await reload()
    return [...badKeys(after), ...safe.flatMap(document => changesOf(document, after, field))]
  }

  function changesOf(before: Document, documents: readonly Document[], field: string | undefined): unknown[] {
    const after = documents.find(({ _id }) => _id === before._id)
    if (!after) return [`${before._id} is gone`]
    if (before._id === 'a' && field === '*') return []
    const names = new Set([...Object.keys(before), ...Object.keys(after)])
    const isOwn = (name: string) => before._id === 'a' && field !== undefined && (name === field || name === '_etag')
    const isSame = (name: string) => JSON.stringify(before[name]) === JSON.stringify(after[name])
    // A write that matched and changed nothing makes a version.
    const isVersion = (name: string) => name === '_etag' && before._id === 'a' && field === undefined
    return [...names]
      .filter(name => !isOwn(name) && !isVersion(name) && !isSame(name))
      .map(name => `${before._id}.${name}`)
  }

  return { collection, effects }
}

/** Before a value reaches a store, a literal is the same as a variable: one store is enough. */
function literals(runner: () => AppRunner): void {
  const { effects } = useVault(runner)

  it.each(positions)(
    'has no effect as %s',
    async (...[name, , , field]) => {
      for (const attack of attacks) {
        const found = await effects(`mutation { ${name}(v: ${literal(attack)}) }`, {}, field)
        expect([attack, found]).toEqual([attack, []])
      }
    },
    60_000,
  )
}

function variables(runner: () => AppRunner): void {
  const { collection, effects } = useVault(runner)

  it.each(positions)(
    'has no effect as %s',
    async (...[name, type, , field]) => {
      for (const attack of attacks) {
        const found = await effects(`mutation($v: ${type}!) { ${name}(v: $v) }`, { v: attack }, field)
        expect([attack, found]).toEqual([attack, []])
      }
    },
    60_000,
  )

  it('is a value where values go: an object and a pattern are pulled by equality alone', async () => {
    await runner().load('vault', [{ _id: 'a', list: [{}, { k: 1 }, 'x'] }])
    const pull = (v: unknown) => runner().run(app, 'mutation($v: BsonDocument!) { pull(v: $v) }', { variables: { v } })
    await pull({ k: 2 })
    expect(await collection().findOne({})).toMatchObject({ list: [{}, { k: 1 }, 'x'] })
    await pull({})
    expect(await collection().findOne({})).toMatchObject({ list: [{ k: 1 }, 'x'] })
    await pull({ k: 1 })
    expect(await collection().findOne({})).toMatchObject({ list: ['x'] })
  })

  it('is stored exactly as it is, or not at all, whatever it is', async () => {
    const key = fc.oneof(
      fc.string(),
      fc.constantFrom('$set', 'a.b', '__proto__', 'constructor', '_bsontype', 'x\0', 'ok'),
    )
    const { tree } = fc.letrec(tie => ({
      tree: fc.oneof(
        { depthSize: 'small' },
        fc.string(),
        fc.integer(),
        fc.boolean(),
        fc.constant(null),
        tie('list'),
        tie('object'),
      ),
      list: fc.array(tie('tree'), { maxLength: 4 }),
      object: fc.dictionary(key, tie('tree'), { maxKeys: 4, noNullPrototype: true }),
    }))
    const tried = fc.asyncProperty(fc.dictionary(key, tree, { maxKeys: 5, noNullPrototype: true }), async value => {
      const sent = JSON.parse(JSON.stringify(value))
      const { errors } = await runner().run(app, 'mutation($v: BsonDocument!) { set(v: $v) }', {
        variables: { v: sent },
      })
      const stored = (await collection().findOne({ _id: 'a' }))?.own
      if (errors.length > 0) expect([errors[0]?.code, badKeys(sent).length > 0]).toEqual(['BAD_USER_INPUT', true])
      else expect([badKeys(sent), JSON.stringify(stored)]).toEqual([[], JSON.stringify(sent)])
    })
    await fc.assert(tried, { numRuns: 100 })
  })

  it('is stored as what it is where it is data', async () => {
    const own = { text: '$secret', code: 'return true', list: ['$$ROOT'], deep: { empty: {} } }
    await runner().run(app, 'mutation($v: BsonDocument!) { set(v: $v) }', { variables: { v: own } })
    expect(await collection().findOne({ _id: 'a' })).toMatchObject({ own })
  })
}

describe('an injected value of a mutation', () => {
  it('is tried in more than sixty ways', () => {
    expect(attacks.length).toBeGreaterThan(60)
  })
  describeOnEachStore('by a variable', variables)
  describeOnSqlite('by a literal', literals)
})
