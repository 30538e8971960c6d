import { expect, it } from '@jest/globals'
import { compileFilter, decode } from '@sluice/store'
import { serialize } from 'bson'
import fc from 'fast-check'
import { prepareDocument } from '../../domain/plan/prepare-document.ts'
import { openRulings } from '../../domain/rulings.ts'
import { compileTestApp } from '../../testing/app-runner.ts'
import { type BsonWorld, bsonMappings, bsonQueries, bsonSchema, bsonWorlds } from '../../testing/random-bson.ts'
import type { DocumentReader, ReadRequest } from '../document-reader.ts'
import { runOperation } from '../run-operation.ts'

const app = compileTestApp(bsonSchema, bsonMappings, { limits: { maxAliases: 1000, maxDepth: 100 } })
const hidden = () => []

const nobody = { user: undefined, roles: [], isRoot: false, now: new Date(0) }

/** Jest's `--globals '{"FLAT_RUNS": 100000}'` asks for another number. */
const RUNS = Number(Reflect.get(globalThis, 'FLAT_RUNS') ?? 2_000)

function findIn(world: BsonWorld, { collection, filter, skip, limit }: ReadRequest): Uint8Array[] {
  const matches = compileFilter(filter)
  const documents = collection === 'things' ? world.things : world.owners
  return documents.filter(each => matches(decode(each))).slice(skip, skip + limit)
}

const textOf = (answer: string | Uint8Array): string =>
  typeof answer === 'string' ? answer : Buffer.from(answer).toString('utf8')

async function ask(query: string, read: DocumentReader) {
  const prepared = prepareDocument(app, query)
  if (prepared.kind === 'failed') throw prepared.errors[0] ?? new RangeError(query)
  const request = { app, prepared, variables: {}, operationName: undefined, caller: nobody, signal: { aborted: false } }
  const { json, errors, answer } = await runOperation(request, {
    read,
    write: async () => undefined as never,
    hidden,
    open: openRulings(hidden),
    access: () => ({ acl: undefined as never, pathOf: () => undefined }),
    onBroken: error => {
      throw error
    },
  })
  const text = answer !== undefined ? textOf(answer) : `{"data":${json}}`
  const told = errors.map(({ message, path, extensions }) => ({ message, path, code: extensions.code }))
  return { answer: { text, errors: told }, isFlat: answer !== undefined, plan: [...prepared.plans.values()][0] }
}

it('answers what the general way does, byte by byte, over documents of all types', async () => {
  const counts = { queries: 0, planned: 0, flat: 0 }
  await fc.assert(
    fc.asyncProperty(bsonWorlds, bsonQueries, async (world, query) => {
      let reads = 0
      const read: DocumentReader = {
        find: async request => {
          reads += 1
          return findIn(world, request).map(decode)
        },
        aggregate: async () => [],
        indexFor: async () => undefined,
      }
      const general = await ask(query, read)
      const readByGeneral = reads
      reads = 0
      const findRaw = async (request: ReadRequest) => {
        reads += 1
        return findIn(world, request)
      }
      const flat = await ask(query, { ...read, findRaw })
      expect(flat.answer).toEqual(general.answer)
      // What was read once is not read again.
      expect(reads).toBeLessThanOrEqual(readByGeneral)
      counts.queries += 1
      if (flat.plan?.choice.kind === 'flat') counts.planned += 1
      if (flat.isFlat) counts.flat += 1
    }),
    { numRuns: RUNS },
  )
  process.stderr.write(`random queries on both ways: ${counts.queries}, of which ${counts.flat} flat\n`)
  expect(counts.flat).toBeGreaterThan(RUNS / 4)
}, 600_000)

it('answers many documents, and many requests at a time', async () => {
  const owners = Array.from({ length: 700 }, (_, at) =>
    serialize({ _id: `owner ${at}`, name: `Owner number ${at}`, friend: `owner ${(at * 7) % 1_000}` }),
  )
  const things = Array.from({ length: 3_000 }, (_, at) =>
    serialize({ _id: at, text: `Thing ${at}`, int: at, owner: `owner ${(at * 31) % 1_000}` }),
  )
  const byName = new Map(owners.map(owner => [decode(owner)._id, owner]))
  const read: DocumentReader = {
    find: async request => (await findRaw(request)).map(decode),
    aggregate: async () => [],
    indexFor: async () => undefined,
  }
  async function findRaw({ collection, filter, limit }: ReadRequest): Promise<Uint8Array[]> {
    if (collection === 'things') return things.slice(0, limit)
    await new Promise(setImmediate)
    const { $in, $eq } = Object(filter._id)
    const names: unknown[] = $in ?? [$eq]
    return names.flatMap(name => byName.get(name) ?? [])
  }
  const queries = [
    '{ things { _id text int float owner { _id name friend { _id name friend { name } } } } }',
    '{ first { text owner { name friend { name } } } }',
    '{ things { owner { name } } strict { part { name } } }',
  ]
  const many = queries.flatMap(query => [query, query])
  const general = await Promise.all(many.map(query => ask(query, read)))
  const flat = await Promise.all(many.map(query => ask(query, { ...read, findRaw })))
  expect(flat.map(({ isFlat }) => isFlat)).toEqual([true, true, true, true, false, false])
  expect(flat.map(({ answer }) => answer)).toEqual(general.map(({ answer }) => answer))
})

it('asks once for each value of a join that has a limit of its own, and by what else it asks for', async () => {
  const owners = [
    { _id: 'a', mark: 'b' },
    { _id: 'b', friend: 'a', mark: ['a', 'b'] },
    { _id: 7, friend: 'a', name: 'Seven', mark: 'a' },
    { _id: 'ü', friend: 'a', name: 'Eight' },
  ]
  const things = ['a', 'b', 'a', 'nobody'].map((owner, _id) => ({ _id, owner }))
  const world = { things: things.map(each => serialize(each)), owners: owners.map(each => serialize(each)) }
  const asked: ReadRequest[] = []
  const findRaw = async (request: ReadRequest) => {
    asked.push(request)
    return findIn(world, request)
  }
  const read: DocumentReader = {
    find: async request => findIn(world, request).map(decode),
    aggregate: async () => [],
    indexFor: async () => undefined,
  }
  const query = '{ things { owner { newest { _id } later { _id } named(name: "Seven") { _id } alone { _id } } } }'
  const flat = await ask(query, { ...read, findRaw })
  expect(flat).toMatchObject({ isFlat: true, answer: (await ask(query, read)).answer })
  const ofA = '{"newest":[{"_id":"b"}],"later":[{"_id":"7"},{"_id":"ü"}],"named":[],"alone":{"_id":"b"}}'
  const ofB = '{"newest":[],"later":[],"named":[{"_id":"7"}],"alone":{"_id":"a"}}'
  expect(flat.answer.text).toBe(
    `{"data":{"things":[{"owner":${ofA}},{"owner":${ofB}},{"owner":${ofA}},{"owner":null}]}}`,
  )
  // Of the documents that all commands together may come to.
  const LEFT = 10_000 - 5
  expect(asked.slice(2).map(({ filter, sort, skip, limit }) => ({ filter, sort, skip, limit }))).toEqual([
    { filter: { friend: { $eq: 'a' } }, sort: { _id: -1 }, skip: 0, limit: 1 },
    { filter: { friend: { $eq: 'b' } }, sort: { _id: -1 }, skip: 0, limit: 1 },
    { filter: { friend: { $eq: 'a' } }, sort: undefined, skip: 1, limit: 2 },
    { filter: { friend: { $eq: 'b' } }, sort: undefined, skip: 1, limit: 2 },
    { filter: { name: { $eq: 'Seven' }, mark: { $eq: 'a' } }, sort: undefined, skip: 0, limit: LEFT },
    { filter: { mark: { $eq: 'a' } }, sort: undefined, skip: 0, limit: 1 },
    { filter: { mark: { $eq: 'b' } }, sort: undefined, skip: 0, limit: 1 },
  ])
})
