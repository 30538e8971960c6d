import { beforeEach, describe, expect, it } from '@jest/globals'
import { isDocument } from '@sluice/documents'
import type { Document } from '@sluice/store'
import type { HoleCaller } from '../src/domain/model/hole.ts'
import { type AppRunner, compileTestApp } from '../src/testing/app-runner.ts'
import { attacks as common } from '../src/testing/attacks.ts'
import { describeOnEachStore } from '../src/testing/on-each-store.ts'

const vault = { db: 'sluice', collection: 'vault' }
const H = { $arg: 'v' }
const steal = { $set: { stolen: true } }
const own = { filter: { _id: 'a' } }

/** Each position that takes a value from outside. */
const positions: [name: string, type: string, write: Document][] = [
  ['whole', 'BsonDocument', { insertOne: { document: H } }],
  ['wholeMany', '[BsonDocument]', { insertMany: { documents: H } }],
  ['inside', 'BsonDocument', { insertOne: { document: { owner: H, deep: H } } }],
  ['patch', 'BsonDocument', { updateOne: { ...own, update: { $set: H } } }],
  ['setOwner', 'BsonDocument', { updateOne: { ...own, update: { $set: { owner: H, 'deep.team': H } } } }],
  ['setDeep', 'BsonDocument', { updateOne: { ...own, update: { $set: { deep: H } } } }],
  ['maxOwner', 'BsonDocument', { updateOne: { ...own, update: { $max: { owner: H } } } }],
  ['pushDeep', 'BsonDocument', { updateOne: { ...own, update: { $push: { 'deep.team': H } } } }],
  ['replace', 'BsonDocument', { replaceOne: { ...own, replacement: H } }],
  ['replaceKeeping', 'BsonDocument', { replaceOne: { ...own, replacement: { k: H }, readOnly: ['owner', 'deep'] } }],
  ['replaceUpsert', 'BsonDocument', { replaceOne: { filter: { _id: 'new' }, replacement: H, upsert: true } }],
  ['byId', 'BsonDocument', { updateOne: { filter: { _id: H }, update: steal } }],
  ['byText', 'ID', { updateOne: { filter: { _id: H }, update: steal } }],
  ['byOwner', 'BsonDocument', { updateOne: { filter: { owner: H }, update: steal } }],
  ['byOwnerText', 'String', { updateOne: { filter: { owner: H }, update: steal } }],
  ['manyText', 'String', { updateMany: { filter: { owner: H }, update: steal } }],
  ['purgeText', 'String', { deleteMany: { filter: { owner: H } } }],
  ['upsertText', 'String', { updateOne: { filter: { owner: H }, update: steal, upsert: true } }],
  ['byForm', 'Form', { updateOne: { filter: H, update: steal } }],
  ['byList', '[BsonDocument]', { updateOne: { filter: { owner: { $in: H } }, update: steal } }],
  ['byOr', 'BsonDocument', { updateOne: { filter: { $or: [{ owner: H }, { _id: 'b' }] }, update: steal } }],
  ['replaceBy', 'BsonDocument', { replaceOne: { filter: { owner: H }, replacement: { stolen: true } } }],
  ['deleteBy', 'BsonDocument', { deleteOne: { filter: { $or: [{ owner: H }, { _id: 'b' }] } } }],
  ['many', 'BsonDocument', { updateMany: { filter: { $or: [{ owner: H }, { _id: 'b' }] }, update: steal } }],
  ['manyGt', 'BsonDocument', { updateMany: { filter: { owner: { $gt: H } }, update: steal } }],
  ['purge', 'BsonDocument', { deleteMany: { filter: { $or: [{ owner: H }, { _id: 'b' }] } } }],
  ['upsertId', 'BsonDocument', { updateOne: { filter: { _id: H }, update: steal, upsert: true } }],
  ['upsertOwner', 'BsonDocument', { updateOne: { filter: { owner: H }, update: steal, upsert: true } }],
  ['upsertDeep', 'BsonDocument', { updateOne: { filter: { _id: 'up', deep: H }, update: steal, upsert: true } }],
  ['upsertInsert', 'BsonDocument', { updateOne: { filter: { _id: 'up' }, update: { $setOnInsert: H }, upsert: true } }],
  ['upsertMany', 'BsonDocument', { updateMany: { filter: { owner: H }, update: steal, upsert: true } }],
]

const attacks: unknown[] = [
  ...common,
  'b',
  'bob',
  '',
  { owner: 'bob' },
  { owner: null },
  { owner: { name: 'bob' } },
  { 'owner.name': 'bob' },
  { 'deep.team': 'blue' },
  { deep: { team: 'blue' } },
  { deep: [{ team: 'blue' }] },
  { deep: 'text' },
  { deep: null },
  { _id: 'b' },
  { _id: 'b', owner: 'ann' },
  { _id: 'x', owner: 'bob', deep: { team: 'blue' } },
  { _etag: 'mine', owner: 'bob' },
  { $set: { owner: 'bob' } },
  { $unset: { owner: '' } },
  { team: 'blue' },
  { writeFilter: {} },
  { $and: [] },
  {},
  [],
  ['bob'],
  [{ owner: 'bob' }, { deep: { team: 'blue' } }],
  [{ team: 'blue' }],
]

const app = compileTestApp(
  `
  input Form { owner: String _id: ID deep: BsonDocument }
  type Thing { _id: ID }
  type Query { things: [Thing] }
  type Mutation { ${positions.map(([name, type]) => `${name}(v: ${type}!): Int`).join('\n')} }
  `,
  {
    Query: { things: vault },
    Mutation: Object.fromEntries(positions.map(([name, , write]) => [name, { ...vault, ...write }])),
  },
  { access: 'collections' },
)

const ann: HoleCaller = { user: { _id: 'ann' }, roles: ['clerk'], isRoot: false, now: new Date(0) }
const permissions = [
  {
    _id: 'p',
    roles: ['clerk'],
    predicate: `path-prefix('/vault')`,
    mongo: {
      writeFilter: { owner: '@user._id' },
      mergeRequest: { owner: '@user._id', 'deep.team': 'red' },
      allowBulkPatch: true,
      allowBulkDelete: true,
      allowWriteMode: true,
    },
  },
]
const theirs = [
  { _id: 'b', owner: 'bob', deep: { team: 'blue' }, k: 1 },
  { _id: 'c', owner: 'carl', deep: { team: 'blue' } },
  { _id: 'd', deep: { team: 'blue' } },
]
const mine = { _id: 'a', owner: 'ann', deep: { team: 'red' } }

function promises(runner: () => AppRunner): void {
  const collection = () => runner().store.collection(vault)
  const state = () => collection().find({}, { sort: { _id: 1 } })
  let loaded = ''
  async function reload() {
    await collection().deleteMany({})
    await collection().insertMany([mine, ...theirs])
    loaded = JSON.stringify(await state())
  }
  beforeEach(reload)

  /** What an attempt wrote that is not the caller's. */
  async function breaches(query: string, v: unknown): Promise<unknown[]> {
    try {
      await runner().run(app, query, { variables: { v }, caller: ann, permissions })
    } catch (error) {
      // Refused before it ran; a bug of ours would say something else.
      expect(String(error)).toMatch(/TestInputError/)
    }
    const after = await state()
    if (JSON.stringify(after) === loaded) return []
    await reload()
    const others = after.filter(({ _id }) => !theirs.some(each => each._id === _id))
    const touched = theirs.filter(each => !after.some(now => JSON.stringify(now) === JSON.stringify(each)))
    const foreign = others.filter(({ owner, deep }) => owner !== 'ann' || !isDocument(deep) || deep.team !== 'red')
    return [...touched, ...foreign]
  }

  it.each(positions)(
    'gets past neither as %s',
    async (...[name, type]) => {
      for (const attack of attacks) {
        const found = await breaches(`mutation($v: ${type}!) { ${name}(v: $v) }`, attack)
        expect([attack, found]).toEqual([attack, []])
      }
    },
    60_000,
  )

  it('writes what is the caller’s own all the while', async () => {
    await runner().run(app, 'mutation { byOwnerText(v: "ann") whole(v: {_id: "n"}) }', { caller: ann, permissions })
    expect(await collection().findOne({ _id: 'a' })).toMatchObject({ ...mine, stolen: true })
    expect(await collection().findOne({ _id: 'n' })).toMatchObject({ owner: 'ann', deep: { team: 'red' } })
  })
}

describe('a writeFilter and a mergeRequest against any argument', () => {
  describeOnEachStore('by a variable', promises)
})
