import { beforeAll, expect, it } from '@jest/globals'
import {
  Binary,
  BSONRegExp,
  BSONSymbol,
  Code,
  DBRef,
  Decimal128,
  Double,
  Int32,
  Long,
  MaxKey,
  MinKey,
  ObjectId,
  Timestamp,
} from 'bson'
import { scalarNames } from '../src/domain/values/scalars.ts'
import { compileTestApp } from '../src/testing/app-runner.ts'
import { describeOnEachStore } from '../src/testing/on-each-store.ts'

const id = new ObjectId('000000000000000000000001')
const deep = JSON.parse(`${'{"a":'.repeat(90)}1${'}'.repeat(90)}`)
const stored: [type: string, value: unknown][] = [
  ['text', 'a'],
  ['lone surrogate', '\ud800'],
  ['int', new Int32(1)],
  ['long', Long.MAX_VALUE],
  ['double', new Double(0.5)],
  ['minus zero', new Double(-0)],
  ['NaN', new Double(Number.NaN)],
  ['infinity', new Double(Number.POSITIVE_INFINITY)],
  ['decimal', Decimal128.fromString('1E+6000')],
  ['decimal NaN', Decimal128.fromString('NaN')],
  ['decimal infinity', Decimal128.fromString('-Infinity')],
  ['flag', true],
  ['date', new Date(0)],
  ['id', id],
  ['binary', new Binary(Buffer.from('a'), 0x80)],
  ['uuid', new Binary(Buffer.alloc(16), 4)],
  ['regex', new BSONRegExp('^a', 'i')],
  ['regex of another syntax', new BSONRegExp('(?<=a)b', 'x')],
  ['regex that JavaScript does not read', new BSONRegExp('(?i)a', '')],
  ['regex with a flag of its own', new BSONRegExp('a', 's')],
  ['timestamp', new Timestamp({ t: 2 ** 32 - 1, i: 2 ** 32 - 1 })],
  ['code', new Code('x')],
  ['code with scope', new Code('x', { a: 1 })],
  ['symbol', new BSONSymbol('a')],
  ['reference', new DBRef('c', id, 'd')],
  ['first', new MinKey()],
  ['last', new MaxKey()],
  ['document', { a: { $ne: null } }],
  ['odd names', { '': 1, 'a.b': 2, $c: 3, constructor: 4, toString: 5, valueOf: 6, toJSON: 7 }],
  ['deep', deep],
  ['empty', {}],
  ['list', [1, [2], { a: 3 }]],
]
const scalars = [...scalarNames, 'ID', 'String', 'Int', 'Float', 'Boolean', 'Level']
const fields = scalars.map(name => `as${name}: ${name} list${name}: [${name}] must${name}: ${name}!`).join(' ')
const things = { db: 'sluice', collection: 'things' }
const write = (document: object) => ({ ...things, ...document })
const returns = ['ID', 'ObjectId', 'String']
const app = compileTestApp(
  `enum Level { LOW HIGH } type Thing { ${fields} }
  type Query { thing(id: Int): Thing staged(id: Int): [Thing] }
  type Mutation { ${returns.map(name => `put${name}(id: Int): ${name} drop${name}(id: Int): ${name}!`).join(' ')} }`,
  {
    Level: { LOW: 0, HIGH: 1 },
    Thing: Object.fromEntries(scalars.flatMap(name => ['as', 'list', 'must'].map(how => [`${how}${name}`, 'v']))),
    Query: {
      thing: { ...things, find: { _id: { $arg: 'id' } } },
      staged: { ...things, stages: [{ $match: { _id: { $arg: 'id' } } }] },
    },
    Mutation: Object.fromEntries(
      returns.flatMap(name => [
        [`put${name}`, write({ updateOne: { filter: { n: { $arg: 'id' } }, update: { $set: { seen: true } } } })],
        [`drop${name}`, write({ deleteOne: { filter: { n: { $arg: 'id' } } } })],
      ]),
    ),
  },
)

describeOnEachStore('whatever is stored', runner => {
  beforeAll(() =>
    runner().load(
      'things',
      stored.map(([, v], _id) => ({ _id, v })),
    ),
  )

  it.each(stored.map(([type], index) => ({ type, index })))(
    'is shown, or told by STORED_VALUE_MISFIT at its path: $type',
    async ({ index }) => {
      const all = scalars.map(name => `as${name} list${name}`).join(' ')
      const each = scalars.map(name => `a${name}: thing(id: ${index}) { must${name} }`).join(' ')
      for (const query of [
        `{ thing(id: ${index}) { ${all} } }`,
        `{ staged(id: ${index}) { ${all} } }`,
        `{ ${each} }`,
      ]) {
        const { text, errors } = await runner().run(app, query)
        expect(Object.keys(JSON.parse(text ?? 'null'))).not.toEqual([])
        for (const { code, path } of errors) expect([path, code]).toEqual([path, 'STORED_VALUE_MISFIT'])
        for (const { path = [] } of errors) expect(path.length).toBeGreaterThan(1)
      }
    },
  )
})

describeOnEachStore('whatever a document is called', runner => {
  const ids: unknown[] = [
    1,
    'a',
    id,
    Long.MAX_VALUE,
    new Double(0.5),
    Decimal128.fromString('1'),
    true,
    new Date(0),
    new Binary(Buffer.from('a')),
    new Timestamp({ t: 1, i: 1 }),
    { a: 1 },
    null,
    new MinKey(),
  ]
  beforeAll(() =>
    runner().load(
      'things',
      ids.map((_id, n) => ({ _id, n })),
    ),
  )

  it.each(ids.map((_id, n) => ({ n, what: String(_id) })))('is answered by a write, or told: $n', async ({ n }) => {
    for (const name of returns) {
      const { errors } = await runner().run(app, `mutation { put${name}(id: ${n}) }`)
      expect([name, errors.map(({ code }) => code).filter(code => code !== 'STORED_VALUE_MISFIT')]).toEqual([name, []])
    }
    const { errors } = await runner().run(app, `mutation { dropObjectId(id: ${n}) }`)
    expect(errors.map(({ code }) => code).filter(code => code !== 'STORED_VALUE_MISFIT')).toEqual([])
  })
})
