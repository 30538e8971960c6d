import { describe, expect, it } from '@jest/globals'
import type { Document } from '@sluice/store'
import type { AppRunner } from '../src/testing/app-runner.ts'
import { describeOnEachStore } from '../src/testing/on-each-store.ts'
import { all, allow, BULK, nobody, OWN, READ, root, START, useRuledShop, write } from '../src/testing/ruled-shop.ts'

function promises(runner: () => AppRunner): void {
  const { stored, ask, statuses } = useRuledShop(runner)

  /** Each write with the one request that it stands for. */
  const requests: [string, string, string, string?][] = [
    ['add', 'POST /orders', '{ add(order: {a: 1}) { _id } }'],
    ['addMany', 'POST /orders', '{ addMany(orders: [{a: 1}]) { _id } }'],
    ['close', 'PATCH /orders/2', '{ close(id: "2") { _id } }'],
    ['closeOpen', 'PATCH /orders/1', '{ closeOpen { _id } }'],
    ['closeAll', 'PATCH /orders/*', '{ closeAll(status: "open") }', 'allowBulkPatch'],
    ['upsert', 'PATCH /orders/new', '{ upsert(id: "new") { _id } }', 'allowWriteMode'],
    ['put', 'PUT /orders/2', '{ put(id: "2", order: {a: 1}) { _id } }'],
    ['putUpsert', 'PUT /orders/2', '{ putUpsert(id: "2", order: {a: 1}) { _id } }', 'allowWriteMode'],
    ['remove', 'DELETE /orders/2', '{ remove(id: "2") { _id } }'],
    ['removeOpen', 'DELETE /orders/1', '{ removeOpen { _id } }'],
    ['purge', 'DELETE /orders/*', '{ purge(status: "open") }', 'allowBulkDelete'],
  ]

  it.each(requests)('lets %s through where %s is, and writes nothing else', async (...[, request, query, flag]) => {
    const [method = '', path = ''] = request.split(' ')
    const exact = `method('${method}') and path('${path}')`
    const flags = flag ? { [flag]: true } : {}
    expect((await ask(`mutation ${query}`, [READ, allow(exact, flags)])).codes).toEqual([])
    expect(await stored()).not.toEqual(START)
    await runner().load('orders', START)
    const other = method === 'POST' ? 'PUT' : 'POST'
    const elsewhere = `${exact.replace('/orders', '/others')} or method('${other}')`
    for (const permissions of [[READ], [READ, allow(elsewhere, BULK)], flag ? [READ, allow(exact)] : []]) {
      const { data, codes } = await ask(`mutation ${query}`, permissions)
      expect([Object.values(data), codes]).toEqual([[null], ['FORBIDDEN']])
    }
    const anonymous = await ask(`mutation ${query}`, [READ], { caller: nobody })
    expect(anonymous.codes).toEqual(['UNAUTHENTICATED'])
    expect(await stored()).toEqual(START)
  })

  it('lets the root role do everything without a permission', async () => {
    for (const [, , query] of requests) expect((await ask(`mutation ${query}`, [], { caller: root })).codes).toEqual([])
    const data = { id: { a: 1 }, caller: root }
    expect((await ask('mutation($id: BsonDocument!) { closeData(id: $id) }', [], data)).data).toEqual({ closeData: 0 })
  })

  it('runs the fields that are allowed, before and after one that is not', async () => {
    const permissions = [READ, allow(`method('PATCH')`)]
    const query = 'mutation { one: close(id: "1") { status } remove(id: "2") { _id } two: close(id: "2") { status } }'
    expect(await ask(query, permissions)).toMatchObject({
      data: { one: { status: 'closed' }, remove: null, two: { status: 'closed' } },
      codes: ['FORBIDDEN'],
    })
    expect(await stored()).toHaveLength(3)
  })

  it('answers a document outside of the writeFilter as one that is not there', async () => {
    const permissions = write(OWN)
    const query = `mutation { close(id: "1") { _id } mustClose(id: "1") put(id: "1", order: {}) { _id }
      remove(id: "1") { _id } closeWhole(id: "none") }`
    expect(await ask(query, permissions)).toMatchObject({
      data: { close: null, mustClose: null, put: null, remove: null, closeWhole: null },
      codes: ['NOT_FOUND'],
    })
    expect(await stored()).toEqual(START)
  })

  it('writes what the writeFilter lets through alone, by a filter as by an _id', async () => {
    const permissions = write(OWN)
    expect((await ask('mutation { closeOpen { _id } }', permissions)).data).toEqual({ closeOpen: { _id: '2' } })
    await runner().load('orders', START)
    expect((await ask('mutation { closeAll(status: "open") }', permissions)).data).toEqual({ closeAll: 1 })
    expect(await statuses()).toEqual(['open', 'closed', 'done'])
    expect((await ask('mutation { removeOpen { _id } purge(status: "closed") }', permissions)).data).toEqual({
      removeOpen: null,
      purge: 1,
    })
    expect((await stored()).map(({ _id }) => _id)).toEqual(['1', '3'])
  })

  it('keeps to the writeFilter where the collection has a schema', async () => {
    await runner().setSchema('orders', { type: 'object' })
    const query = 'mutation { close(id: "1") { _id } closeAll(status: "open") put(id: "1", order: {}) { _id } }'
    const { data } = await ask(query, write(OWN))
    await runner().setSchema('orders', {})
    expect(data).toEqual({ close: null, closeAll: 1, put: null })
    expect(await statuses()).toEqual(['open', 'closed', 'done'])
  })

  it('says nothing of a hidden field that does not fit the schema of the collection', async () => {
    await runner().setSchema('orders', {
      required: ['price'],
      properties: { price: { maximum: 2 }, deep: { properties: { secret: { maximum: 0 } } }, status: { maxLength: 6 } },
    })
    const hiding = all({ projectResponse: { price: 0, 'deep.secret': 0 } })
    const queries = [
      'close(id: "1") { _id }',
      'closeAll(status: "open")',
      'put(id: "1", order: {}) { _id }',
      'upsert(id: "new") { _id }',
      'add(order: {}) { _id }',
      'addMany(orders: [{}]) { _id }',
    ]
    for (const query of queries) {
      const [error] = (await ask(`mutation { ${query} }`, hiding)).errors
      expect([query, error?.message]).toEqual([query, expect.stringContaining('does not fit')])
      expect(error?.message).not.toMatch(/price|secret|required|<=/)
      expect((await ask(`mutation { ${query} }`, all())).errors[0]?.message).toMatch(/price/)
    }
    const long = await ask('mutation { add(order: {price: 1, status: "much too long"}) { _id } }', hiding)
    await runner().setSchema('orders', {})
    expect(long.errors[0]?.message).toMatch(/status/)
  })

  it('judges a document that was found by a filter by its own path: a stricter permission on it holds', async () => {
    const strict = allow(`path('/orders/1')`, { writeFilter: { owner: 'nobody' } }, { priority: 9 })
    expect((await ask('mutation { closeOpen { _id } }', [...all(), strict])).data).toEqual({ closeOpen: null })
    expect(await statuses()).toEqual(['open', 'open', 'done'])
  })

  it('says CONFLICT for an upsert of a document that the writeFilter keeps from the caller', async () => {
    const permissions = write(OWN)
    const query = `mutation { upsert(id: "1") { _id } putUpsert(id: "1", order: {a: 1}) { _id }
      upsertItem(item: "x") { _id } upsertAll(item: "x") }`
    expect(await ask(query, permissions)).toMatchObject({
      data: { upsert: null, putUpsert: null, upsertItem: null, upsertAll: null },
      codes: ['CONFLICT', 'CONFLICT', 'CONFLICT', 'CONFLICT'],
    })
    expect(await stored()).toEqual(START)
  })

  it('makes what an upsert does not find with nothing of the writeFilter in it', async () => {
    const permissions = write({ writeFilter: { region: 'north' } })
    const query = 'mutation { upsert(id: "n") { _id } upsertItem(item: "y") { _id } upsertAll(item: "z") }'
    const { data, codes } = await ask(query, permissions)
    expect([codes, data.upsert, data.upsertAll]).toEqual([[], { _id: 'n' }, 1])
    expect(await stored({ _id: { $nin: ['1', '2', '3'] } })).toHaveLength(3)
    expect(await stored({ region: { $exists: true } })).toEqual([])
    expect((await stored({ item: 'y' }))[0]).toEqual({ _id: expect.anything(), item: 'y', n: 1 })
  })

  it('sets the fields of mergeRequest after all else, in inserts, updates and replacements', async () => {
    const permissions = write({ mergeRequest: { owner: '@user._id', 'deep.team': '@user.team' } })
    const query = `mutation($o: BsonDocument!) {
      add(order: $o) { _id } addMany(orders: [$o, {k: 1}]) { _id } patch(id: "1", patch: $o) { _id }
      put(id: "2", order: $o) { _id } putKeeping(id: "3", order: {k: 2}) { _id } putUpsert(id: "4", order: $o) { _id }
      upsert(id: "5") { _id } upsertItem(item: "new") { _id } upsertAll(item: "newer") closeAll(status: "open") }`
    const { codes } = await ask(query, permissions, { o: { owner: 'mallory', deep: { team: 'blue', k: 1 } } })
    expect(codes).toEqual([])
    const after = await stored()
    expect(after).toHaveLength(10)
    for (const document of after) expect(document).toMatchObject({ owner: 'ann', deep: { team: 'red' } })
  })

  it('lets mergeRequest win over what a replacement keeps', async () => {
    const permissions = write({ mergeRequest: { owner: 'nobody' } })
    await ask('mutation { putKeeping(id: "1", order: {a: 1}) { _id } }', permissions)
    expect((await stored({ _id: '1' }))[0]).toEqual({ _id: '1', a: 1, owner: 'nobody' })
  })

  it('forbids a mergeRequest that has no value for the caller, and an operator that moves what it fixes', async () => {
    const unbound = write({ mergeRequest: { owner: '@user.mail' } })
    const query = 'mutation { add(order: {}) { _id } close(id: "2") { _id } }'
    expect((await ask(query, unbound)).codes).toEqual(['FORBIDDEN', 'FORBIDDEN'])
    const moved = write({ mergeRequest: { price: 1 } })
    expect((await ask('mutation { rename(id: "2") }', moved)).codes).toEqual(['FORBIDDEN'])
    expect(await stored()).toEqual(START)
  })

  it('never answers what projectResponse hides, be it from reading or from writing', async () => {
    const hiding = { projectResponse: { price: 0, 'deep.secret': 0 } }
    const selected = '{ _id price deep { secret open } }'
    const query = `mutation { add(order: {_id: "n", price: 3, deep: {secret: 1, open: 2}}) ${selected}
      addMany(orders: [{_id: "m", price: 3}]) ${selected} close(id: "2") ${selected} closeWhole(id: "1")
      put(id: "3", order: {price: 4}) ${selected} remove(id: "2") ${selected} }`
    const reading = allow(`method('GET') and path-prefix('/orders')`, hiding)
    for (const permissions of [write(hiding), [reading, ...write().slice(1)]]) {
      await runner().load('orders', START)
      const { data, codes } = await ask(query, permissions)
      expect(codes).toEqual([])
      expect(data).toMatchObject({
        add: { _id: 'n', price: null, deep: { secret: null, open: 2 } },
        addMany: [{ _id: 'm', price: null, deep: null }],
        close: { _id: '2', price: null, deep: { secret: null, open: 2 } },
        put: { _id: '3', price: null },
        remove: { _id: '2', price: null, deep: { secret: null, open: 2 } },
      })
      expect(data.closeWhole).not.toHaveProperty('price')
      expect(data.closeWhole).toHaveProperty('status', 'closed')
    }
  })

  it('shows what both permissions show, where both list fields', async () => {
    const reading = allow(`method('GET') and path-prefix('/orders')`, { projectResponse: { status: 1, deep: 1 } })
    const writing = allow(`method('PATCH')`, { projectResponse: { 'deep.open': 1, price: 1 } })
    const { data } = await ask('mutation { closeWhole(id: "2") }', [reading, writing])
    expect(data).toEqual({ closeWhole: { _id: '2', deep: { open: 2 } } })
  })

  it('hides the _id where it is hidden', async () => {
    const query = 'mutation { addId(order: {_id: "n"}) removeId(id: "2") }'
    expect((await ask(query, all({ projectResponse: { _id: 0 } }))).data).toEqual({ addId: null, removeId: null })
  })

  it('forbids to find by what is hidden, to compare with it, to give it another name, and to join by it', async () => {
    const query = `mutation { byPrice(price: 5) rename(id: "2") most(id: "2", price: 7) closeOwn(id: "2", owner: "ann") }`
    const { codes } = await ask(query, all({ projectResponse: { price: 0, owner: 0 } }))
    expect(codes).toEqual(['FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN'])
    const { data } = await ask('mutation { most(id: "2", price: 7) }', all({ projectResponse: { price: 0 } }))
    expect(data).toEqual({ most: 1 })
    const buyers = allow(`path-prefix('/buyers')`)
    for (const permissions of [all({ projectResponse: { owner: 0 } }), write({ projectResponse: { owner: 0 } })]) {
      const joined = await ask('mutation { close(id: "2") { _id buyer { _id } } }', [...permissions, buyers])
      expect(joined).toMatchObject({ data: { close: { _id: '2', buyer: null } }, codes: ['FORBIDDEN'] })
    }
    const open = await ask('mutation { close(id: "2") { buyer { _id } } }', [...all(), buyers])
    expect(open).toMatchObject({ data: { close: { buyer: { _id: 'ann' } } }, codes: [] })
  })

  it('answers a written document only where the readFilter lets it through; the write stands', async () => {
    const reading = allow(`method('GET') and path-prefix('/orders')`, { readFilter: { status: 'open' } })
    const [, writing = {}] = write()
    const query = `mutation { add(order: {_id: "n", status: "new"}) { _id } addId(order: {_id: "i"}) close(id: "1") { _id }
      addMany(orders: [{_id: "o", status: "open"}, {_id: "p"}]) { _id }
      put(id: "2", order: {status: "open"}) { _id } remove(id: "3") { _id } two: remove(id: "2") { _id } }`
    expect(await ask(query, [reading, writing])).toMatchObject({
      data: {
        add: null,
        addId: 'i',
        close: null,
        addMany: [{ _id: 'o' }, null],
        put: { _id: '2' },
        remove: null,
        two: { _id: '2' },
      },
      codes: [],
    })
    expect((await stored()).map(({ _id, status }) => [_id, status])).toEqual([
      ['1', 'closed'],
      ['i', undefined],
      ['n', 'new'],
      ['o', 'open'],
      ['p', undefined],
    ])
  })

  it('answers no document to a caller who may write and not read, and writes', async () => {
    const query =
      'mutation { add(order: {_id: "n"}) { _id } close(id: "2") { _id } remove(id: "3") { _id } addId(order: {_id: "m"}) }'
    const { data, codes } = await ask(query, write().slice(1))
    expect([data, codes]).toEqual([{ add: null, close: null, remove: null, addId: 'm' }, []])
    expect((await stored()).map(({ _id }) => _id)).toEqual(['1', '2', 'm', 'n'])
  })

  it('finds by more than the _id only what the caller may read', async () => {
    const [, writing = {}] = write()
    const query = 'mutation { closeOpen { _id } closeOwn(id: "1", owner: "bob") removeOpen { _id } }'
    expect((await ask(query, [writing])).codes).toEqual(['FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN'])
    const own = allow(`method('GET') and path-prefix('/orders')`, { readFilter: { owner: 'ann' } })
    expect((await ask(query, [own, writing])).data).toEqual({
      closeOpen: { _id: '2' },
      closeOwn: 0,
      removeOpen: null,
    })
    expect(await statuses()).toEqual(['open', 'closed', 'done'])
    const bulk = await ask('mutation { closeAll(status: "open") }', all({ readFilter: { owner: 'ann' } }))
    expect(bulk.data).toEqual({ closeAll: 0 })
  })

  it('shows predicates the document or the update that is written, and the filter of a bulk write', async () => {
    const body = (path: string, value: string) => allow(`equals(@request.body.${path}, '${value}')`, BULK)
    const tried: [string, Document, boolean][] = [
      ['add(order: {kind: "a"}) { _id }', body('kind', 'a'), true],
      ['add(order: {kind: "b"}) { _id }', body('kind', 'a'), false],
      ['addMany(orders: [{kind: "b"}, {kind: "a"}]) { _id }', body('1.kind', 'a'), true],
      ['put(id: "2", order: {kind: "a"}) { _id }', body('kind', 'a'), true],
      ['close(id: "2") { _id }', body('status', 'closed'), true],
      ['closeAll(status: "open")', body('status', 'closed'), true],
      ['patch(id: "2", patch: {kind: "b"}) { _id }', body('kind', 'a'), false],
    ]
    for (const [field, permission, isAllowed] of tried) {
      const { codes } = await ask(`mutation { ${field} }`, [READ, permission])
      expect([field, codes]).toEqual([field, isAllowed ? [] : ['FORBIDDEN']])
    }
    await runner().load('orders', START)
    const merged = write({ mergeRequest: { was: '@request.body.kind', asked: '@request.method' } })
    await ask('mutation { add(order: {_id: "n", kind: "a"}) { _id } }', merged)
    expect((await stored({ _id: 'n' }))[0]).toEqual({ _id: 'n', kind: 'a', was: 'a', asked: 'POST' })
  })

  it.each(['a/b', '*', '_size', '..', '.', 'a%2fb', 'a\\b', 'x\n'])(
    'judges a document whose _id %j no segment can carry by the path /_id',
    async id => {
      await runner().load('orders', [{ _id: id, status: 'open' }])
      const query = 'mutation($id: ID!) { close(id: $id) { _id } remove(id: $id) { _id } }'
      const other = [READ, allow(`path('/orders/${id}') or path('/orders/a')`)]
      expect((await ask(query, other, { id })).codes).toEqual(['FORBIDDEN', 'FORBIDDEN'])
      const { data, codes } = await ask(query, [READ, allow(`path('/orders/_id') and exists(%{q,id})`)], { id })
      expect([data, codes]).toEqual([{ close: { _id: id }, remove: { _id: id } }, []])
    },
  )

  it.each(['*', '_size', '..', '.', ''])('makes no document under the _id %j, which is reserved', async id => {
    const query = 'mutation($id: ID!) { putUpsert(id: $id, order: {kind: "a"}) { _id } }'
    expect((await ask(query, all(), { id })).codes).toEqual(['FORBIDDEN'])
    expect(await stored()).toEqual(START)
  })

  it('judges numbers, hexadecimal digits and blanks by the path that names them', async () => {
    await runner().load('orders', [{ _id: 7 }, { _id: 'a b' }, { _id: '0123456789abcdef01234567' }])
    const permissions = (path: string) => [READ, allow(`path('/orders/${path}')`)]
    expect((await ask('mutation { closeNumber(id: 7) }', permissions('7'))).data).toEqual({ closeNumber: 1 })
    expect((await ask('mutation { close(id: "a b") { _id } }', permissions('a b'))).data.close).toEqual({ _id: 'a b' })
    const hex = '0123456789abcdef01234567'
    expect((await ask(`mutation { close(id: "${hex}") { _id } }`, permissions(hex))).data.close).toEqual({ _id: hex })
  })

  it('refuses a replacement that would have another _id than the one that is judged', async () => {
    const query = 'mutation { putUpsert(id: "a", order: {_id: "b"}) { _id } put(id: "2", order: {_id: "b"}) { _id } }'
    expect((await ask(query, all())).codes).toEqual(['BAD_USER_INPUT', 'BAD_USER_INPUT'])
    expect(await stored()).toEqual(START)
  })
}

describe('a mutation in collections mode', () => {
  describeOnEachStore('judged as the caller’s own requests', promises)
})
