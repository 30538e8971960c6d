import { expect, it } from '@jest/globals'
import type { Document } from '@sluice/store'
import fc from 'fast-check'
import { type ExecutionResult, execute, GraphQLError, parse } from 'graphql'
import type { AppRunner } from '../src/testing/app-runner.ts'
import { mutationShop, useMutationShop } from '../src/testing/mutation-shop.ts'
import { describeOnEachStore } from '../src/testing/on-each-store.ts'

const app = mutationShop()
type OrderDocument = { _id: string; [field: string]: unknown }

/** What the mutations of the shop mean, on a Map: the root value that graphql-js runs them on. */
function createModel(orders: Map<string, OrderDocument>) {
  const related =
    (order: OrderDocument) =>
    ({ limit }: { limit?: number }) =>
      [...orders.values()]
        .filter(each => order.customerId !== undefined && each.customerId === order.customerId)
        .toSorted((a, b) => (a._id < b._id ? -1 : 1))
        .slice(0, limit ?? orders.size)
        .map(shown)
  const shown = (order: OrderDocument): Document => ({ ...order, related: related(order) })
  const insert = (order: OrderDocument) => {
    if (orders.has(order._id)) throw new GraphQLError('taken')
    orders.set(order._id, order)
    return order
  }
  const put = (order: OrderDocument) => {
    orders.set(order._id, order)
    return shown(order)
  }
  const withStatus = (status: string) => [...orders.values()].filter(order => order.status === status)
  return {
    addId: ({ id }: { id: string }) => insert({ _id: id })._id,
    addNever: ({ id }: { id: string }) => shown(insert({ _id: id })),
    addMany: ({ orders: given }: { orders: OrderDocument[] }) => given.map(order => shown(insert({ ...order }))),
    upsert({ id, n }: { id: string; n: number }) {
      const before = orders.get(id)
      return put(before ? { ...before, n: Number(before.n ?? 0) + n } : { _id: id, n, item: 'made' })
    },
    setStatus({ id, status }: { id: string; status?: string | null }) {
      const before = orders.get(id)
      return before && put(status === undefined ? before : { ...before, status })
    },
    putUpsert: ({ id, item }: { id: string; item?: string }) =>
      put(item === undefined ? { _id: id } : { _id: id, item }),
    remove({ id }: { id: string }) {
      const before = orders.get(id)
      orders.delete(id)
      return before && shown(before)
    },
    close({ status }: { status: string }) {
      const found = withStatus(status)
      for (const order of found) orders.set(order._id, { ...order, status: 'closed' })
      return found.length
    },
    clear() {
      const count = orders.size
      orders.clear()
      return count
    },
  }
}

const id = fc.constantFrom('"a"', '"b"', '"c"', '"d"')
const status = fc.constantFrom('"open"', '"closed"', 'null')
const fields = fc.constantFrom(
  '{ _id n status item }',
  '{ item related { _id n } }',
  '{ related(limit: 1) { _id related { _id } } }',
)
const made = fc.record({ id, customer: fc.constantFrom('"c1"', '"c2"') })
const list = fc
  .array(made, { maxLength: 3 })
  .map(all => all.map(each => `{_id: ${each.id}, customerId: ${each.customer}}`))

const field = fc.oneof(
  fc.tuple(id).map(([i]) => `addId(id: ${i})`),
  fc.tuple(id, fields).map(([i, f]) => `addNever(id: ${i}) ${f}`),
  fc.tuple(list, fields).map(([l, f]) => `addMany(orders: [${l}]) ${f}`),
  fc.tuple(id, fc.integer({ min: -5, max: 5 }), fields).map(([i, n, f]) => `upsert(id: ${i}, n: ${n}) ${f}`),
  fc.tuple(id, status, fields).map(([i, s, f]) => `setStatus(id: ${i}, status: ${s}) ${f}`),
  fc.tuple(id, fields).map(([i, f]) => `setStatus(id: ${i}) ${f}`),
  fc.tuple(id, fields).map(([i, f]) => `putUpsert(id: ${i}, item: "put") ${f}`),
  fc.tuple(id, fields).map(([i, f]) => `remove(id: ${i}) ${f}`),
  fc.constantFrom('close(status: "open")', 'clear'),
)
const mutation = fc
  .array(field, { minLength: 1, maxLength: 8 })
  .map(all => `mutation { ${all.map((each, at) => `f${at}: ${each}`).join(' ')} }`)

const places = (errors: readonly { path?: readonly (string | number)[] | undefined }[] = []) =>
  errors.map(each => each.path)

function promises(runner: () => AppRunner): void {
  const { load, stored } = useMutationShop(runner)

  it('answer and store what graphql-js does with the same writes in memory', async () => {
    const tried = fc.asyncProperty(mutation, async text => {
      const first: OrderDocument[] = [
        { _id: 'a', status: 'open', n: 1, customerId: 'c1' },
        { _id: 'b', status: 'open' },
      ]
      await load(...structuredClone(first))
      const orders = new Map(first.map(order => [order._id, order]))
      const rootValue = createModel(orders)
      const wanted: ExecutionResult = await execute({ schema: app.schema, document: parse(text), rootValue })
      const { text: json, errors } = await runner().run(app, text)
      expect(JSON.parse(json ?? 'null')).toEqual(JSON.parse(JSON.stringify(wanted.data)))
      expect(places(errors)).toEqual(places(wanted.errors))
      expect(await stored()).toEqual([...orders.values()].toSorted((a, b) => (a._id < b._id ? -1 : 1)))
    })
    await fc.assert(tried, { numRuns: 60 })
  }, 60_000)
}

describeOnEachStore('mutations', promises)
