import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { OpenApiDocument } from '@sluice/service-kit'
import type { Document } from '@sluice/store'
import { openKeys, type Who } from '../testing/open-keys.ts'

let keys: Awaited<ReturnType<typeof openKeys>>
beforeAll(async () => {
  keys = await openKeys()
})
beforeEach(async () => {
  await keys.clear()
})
afterAll(() => keys.close())

const list = (query?: string, who?: Who) => keys.list(query, who)
const storeKey = (key: Parameters<typeof keys.storeKey>[0]) => keys.storeKey(key)
const putPluginState = (state: Parameters<typeof keys.putPluginState>[0]) => keys.putPluginState(state)

describe('200', () => {
  it('describes all that is served, and that only the answer to an issue holds the secret', async () => {
    const { paths, components } = (await keys.client.request('GET', '/openapi.json')).json as OpenApiDocument
    expect(Object.keys(paths['/keys'] ?? {})).toEqual(['post', 'get'])
    expect(Object.keys(paths['/keys/{id}'] ?? {})).toEqual(['delete'])
    expect(Object.keys(paths['/keys/policy'] ?? {})).toEqual(['get'])
    expect(Object.keys(paths['/keys/{id}/rotate'] ?? {})).toEqual(['post'])
    const { post, get } = paths['/keys'] as Record<string, { responses: Record<string, unknown> }>
    expect(JSON.stringify(post?.responses['201'])).toContain('#/components/schemas/IssuedKey"')
    expect(JSON.stringify(get?.responses['200'])).toContain('#/components/schemas/ApiKey"')
    expect(JSON.stringify(components.schemas.IssuedKey)).toContain('"key":')
    expect(JSON.stringify(components.schemas.ApiKey)).not.toContain('"key":')
    expect(JSON.stringify([paths, components])).not.toContain('Hash')
  })

  it('lists the own keys, newest first, without secret and hash', async () => {
    await storeKey({ user: 'eve' })
    for (const daysAgo of [2, 0, 1]) await storeKey({ user: 'ada', daysAgo })
    const answer = await list()
    expect(answer.headers['x-total-count']).toBe('3')
    const ids = (answer.json as Document[]).map(({ _id }) => _id)
    expect(ids).toEqual(['ada-old-0', 'ada-old-1', 'ada-old-2'])
    expect(answer.text).not.toMatch(/hash|"key"|[0-9a-f]{64}/)
  })

  it('is an empty list for who has none', async () => {
    expect(await list()).toMatchObject({ status: 200, json: [], headers: { 'x-total-count': '0' } })
  })

  it('gives pages, and counts all of them', async () => {
    for (const daysAgo of [0, 1, 2]) await storeKey({ user: 'ada', daysAgo })
    const answer = await list('?page=2&pagesize=2')
    expect(answer).toMatchObject({ headers: { 'x-total-count': '3' }, json: [{ _id: 'ada-old-2' }] })
    expect((await list('?page=3&pagesize=2')).json).toEqual([])
  })

  it('finds names by literal text, whatever its case', async () => {
    for (const name of ['CI (main)', 'c.i', 'ci']) await storeKey({ user: 'ada', name })
    const namesFor = async (q: string) =>
      ((await list(`?q=${encodeURIComponent(q)}`)).json as Document[]).map(({ name }) => name).sort()
    expect(await namesFor('ci')).toEqual(['CI (main)', 'ci'])
    expect(await namesFor('(MAIN)')).toEqual(['CI (main)'])
    expect(await namesFor('.')).toEqual(['c.i'])
    expect(await namesFor('^.*$')).toEqual([])
    expect(await namesFor('\\')).toEqual([])
  })

  it('shows a key whose name was stored when any name could be', async () => {
    await storeKey({ user: 'ada', name: 'a\u0000\n\u202Eb' })
    expect((await list()).json).toMatchObject([{ name: 'a\u0000\n\u202Eb' }])
  })

  it('leaves out a record that is no key instead of failing', async () => {
    await storeKey({ user: 'ada' })
    await keys.keys.insertOne({ _id: 'broken', user: 'ada', hash: 'x', createdAt: new Date() })
    expect((await list()).json).toMatchObject([{ _id: 'ada-old-0' }])
  })

  it('works while the plugin is off, for a session, and without any permission', async () => {
    await storeKey({ user: 'ada' })
    await putPluginState('installed')
    expect((await list('', { via: 'session', apiKeys: null })).json).toHaveLength(1)
    await putPluginState('enabled')
  })
})

describe('400', () => {
  it.each(['page=0', 'page=x', 'pagesize=0', 'pagesize=1001', 'page=1&page=2'])(
    'refuses a list of ?%s',
    async query => {
      expect(await list(`?${query}`)).toMatchObject({ status: 400, json: { code: 'BAD_QUERY' } })
    },
  )
})

describe('405', () => {
  it('names what is served at the very path, not at the path of a key', async () => {
    for (const [target, allow] of [
      ['/keys/leaked', 'POST'],
      ['/keys/policy', 'GET'],
    ] as const) {
      const answer = await keys.client.request('DELETE', target)
      expect(answer).toMatchObject({ status: 405, headers: { allow }, json: { code: 'METHOD_NOT_ALLOWED' } })
    }
    expect((await keys.client.request('GET', '/keys/leaked')).headers.allow).toBe('POST')
  })
})

describe('401', () => {
  it('asks a stranger to sign in', async () => {
    const answer = await keys.client.request('GET', '/keys', { user: { id: null, roles: [] } })
    expect(answer).toMatchObject({ status: 401, json: { code: 'UNAUTHENTICATED' } })
  })
})

describe('403', () => {
  it('shows no key to a key', async () => {
    expect(await list('', { via: 'key' })).toMatchObject({ status: 403, json: { code: 'KEY_CANNOT_MANAGE_KEYS' } })
  })
})
