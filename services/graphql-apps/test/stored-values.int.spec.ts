import { beforeAll, describe, expect, it } from '@jest/globals'
import { Binary, Decimal128, Double, Long, ObjectId } from 'bson'
import { compileTestApp } from '../src/testing/app-runner.ts'
import { describeOnEachStore } from '../src/testing/on-each-store.ts'

const secret = 'S3CR3T'
const things = { db: 'sluice', collection: 'things' }
const one = { ...things, find: { _id: { $arg: 'id' } } }
const SDL = `
  enum Level { LOW HIGH }
  type Thing {
    int: Int  float: Float  flag: Boolean  text: String  level: Level  list: [String]  strict: Int!  strictList: [Int!]
    oid: ObjectId  at: DateTime  long: Long  decimal: Decimal128  document: BsonDocument  regex: Regex  stamp: Timestamp
  }
  type Query { thing(id: Int): Thing  required(id: Int): Thing! }
  type Mutation { touch(id: Int): Thing  remove(id: Int): Strict }
  type Strict { strict: Int! }
`
const app = compileTestApp(SDL, {
  Level: { LOW: 0, HIGH: 1 },
  Query: { thing: one, required: one },
  Mutation: {
    touch: { ...things, updateOne: { filter: one.find, update: { $set: { touched: true } } } },
    remove: { ...things, deleteOne: { filter: { _id: 99 } } },
  },
})

const date = new Date(1_700_000_000_000)
const id = new ObjectId('000000000000000000000001')
const misfits: [field: string, value: unknown, type: string][] = [
  ['int', secret, 'Int'],
  ['int', 2 ** 31, 'Int'],
  ['int', Long.fromString('9007199254740993'), 'Int'],
  ['int', 1.5, 'Int'],
  ['int', new Double(Number.NaN), 'Int'],
  ['int', date, 'Int'],
  ['int', [1], 'Int'],
  ['int', { secret }, 'Int'],
  ['float', secret, 'Float'],
  ['float', new Double(Number.NaN), 'Float'],
  ['float', id, 'Float'],
  ['float', new Binary(Buffer.from(secret)), 'Float'],
  ['flag', date, 'Boolean'],
  ['flag', id, 'Boolean'],
  ['flag', secret, 'Boolean'],
  ['text', { secret }, 'String'],
  ['text', [secret], 'String'],
  ['level', 7, 'Level'],
  ['level', secret, 'Level'],
  ['level', { secret }, 'Level'],
  ['list', secret, '[String]'],
  ['list', { secret }, '[String]'],
  ['oid', secret, 'ObjectId'],
  ['at', secret, 'DateTime'],
  ['long', 1.5, 'Long'],
  ['decimal', secret, 'Decimal128'],
  ['document', [secret], 'BsonDocument'],
  ['regex', secret, 'Regex'],
  ['stamp', 5, 'Timestamp'],
]

describeOnEachStore('a stored value that its field can not show', runner => {
  beforeAll(async () => {
    const documents = misfits.map(([field, value], _id) => ({ _id, [field]: value }))
    const lists = [
      { _id: 100, list: ['a', [secret], 'b'], strictList: [1, secret] },
      { _id: 101, int: Decimal128.fromString('5'), float: date, flag: 1, text: id, list: [], strict: 1, level: 1 },
    ]
    await runner().load('things', [...documents, ...lists])
  })
  const ask = async (query: string) => {
    const { text, errors } = await runner().run(app, query)
    return { data: JSON.parse(text ?? 'null'), errors, told: JSON.stringify(errors) }
  }
  const told = (path: (string | number)[], message: string) => [{ path, message, code: 'STORED_VALUE_MISFIT' }]

  it.each(misfits.map(([field, value, type], index) => ({ index, field, type, value: String(value) })))(
    'is null, with an error that names $field and $type and not the value: $value',
    async ({ index, field, type }) => {
      const query = `{ thing(id: ${index}) { it: ${field} } }`
      const { data, errors, told: text } = await ask(query)
      expect(data).toEqual({ thing: { it: null } })
      expect(errors).toEqual(told(['thing', 'it'], `The stored value of thing.it is no ${type}.`))
      expect(text).not.toContain(secret)
    },
  )

  it.each([
    [
      '{ thing(id: 100) { list } }',
      { list: ['a', null, 'b'] },
      ['list', 1],
      'The stored value of thing.list.1 is no String.',
    ],
    [
      '{ thing(id: 100) { strictList } }',
      { strictList: null },
      ['strictList', 1],
      'The stored value of thing.strictList.1 is no Int.',
    ],
    ['{ thing(id: 0) { text strict } }', null, ['strict'], 'There is no value for thing.strict, which is Int!.'],
  ])('leaves what stands around it: %s', async (...[query, thing, path, message]) => {
    const { data, errors } = await ask(query)
    expect({ data, errors }).toEqual({ data: { thing }, errors: told(['thing', ...path], message) })
  })

  it('is what a query for a document that has to be there finds, where there is none', async () => {
    const { data, errors } = await ask('{ required(id: 999) { int } }')
    expect({ data, errors }).toEqual({
      data: null,
      errors: told(['required'], 'There is no value for required, which is Thing!.'),
    })
  })

  it('is the same in the answer of a mutation, and what was written stays', async () => {
    const { data, errors } = await ask('mutation { touch(id: 0) { int } }')
    expect({ data, errors }).toEqual({
      data: { touch: { int: null } },
      errors: told(['touch', 'int'], 'The stored value of touch.int is no Int.'),
    })
    const [found] = await runner().store.collection(things).find({ _id: 0 })
    expect(found).toMatchObject({ touched: true })
  })

  describe('but for what graphql-js reads as one', () => {
    it('is shown', async () => {
      const { data, errors } = await ask('{ thing(id: 101) { int float flag text list strict level } }')
      expect(errors).toEqual([])
      expect(data.thing).toEqual({
        int: 5,
        float: date.getTime(),
        flag: true,
        text: id.toHexString(),
        list: [],
        strict: 1,
        level: 'HIGH',
      })
    })
  })
})
