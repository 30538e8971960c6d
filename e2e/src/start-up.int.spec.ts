import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { temporaryDirectory } from '@sluice/testkit'
import { ownerClient } from './owner-client.ts'
import { runSluice, type SluiceProcess, startSluice } from './sluice-process.ts'

describe('a start that can not succeed', () => {
  it('names every fault of the configuration at once, and shows no secret', async () => {
    const { code, printed } = await runSluice({
      PORT: 'eighty',
      KEYS_MAX_PER_USER: '0',
      SLUICE_ADMIN_PASSWORD: 'short',
    })
    expect(code).toBe(1)
    for (const name of ['PORT', 'SLUICE_ADMIN_PASSWORD']) expect(printed).toContain(name)
    expect(printed).toContain('KEYS_MAX_PER_USER "0": must be a whole number from 1 to 1000')
    expect(printed).not.toContain('short')
  })

  it('says that a port is taken and what to do', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const { port } = taken.address() as AddressInfo
    const { code, printed } = await runSluice({
      DATA_DIR: await temporaryDirectory(),
      SLUICE_DEMO: '0',
      PORT: String(port),
    })
    taken.close()
    expect(code).toBe(1)
    expect(printed).toContain(`Sluice can not start: 127.0.0.1:${port} is in use`)
    // The owner was made before: a password that is never shown would lock everybody out.
    expect(printed).toMatch(/user admin, password \S+/)
  })

  it('says that the data directory can not be written', async () => {
    const file = join(await temporaryDirectory(), 'file')
    await writeFile(file, 'not a folder')
    const { code, printed } = await runSluice({ DATA_DIR: file })
    expect(code).toBe(1)
    expect(printed).toContain('DATA_DIR')
    expect(printed).not.toContain('    at ')
  })
})

describe('a running Sluice', () => {
  let directory: string
  let sluice: SluiceProcess

  beforeAll(async () => {
    directory = await temporaryDirectory()
    sluice = await startSluice({ DATA_DIR: directory, SLUICE_DEMO: '0' })
  }, 30_000)
  afterAll(() => sluice.kill())

  it('lets no second one into its data directory', async () => {
    const { code, printed } = await runSluice({ DATA_DIR: directory, SLUICE_DEMO: '0' })
    expect(code).toBe(1)
    expect(printed).toContain(directory)
    expect(printed).toMatch(/running|in use/)
  })

  it('is alive and ready, and shows its metrics, on the admin port alone', async () => {
    for (const path of ['/healthz', '/readyz', '/metrics']) {
      expect((await fetch(sluice.adminUrl + path)).status).toBe(200)
      expect((await fetch(sluice.url + path)).status).toBe(401)
    }
  })

  it('starts empty when no demo is wanted', async () => {
    expect(await ownerClient(sluice).json('GET', '/gql-apps')).toEqual([])
  })

  it('describes every service at /openapi.json, for anybody', async () => {
    const description = (await (await fetch(`${sluice.url}/openapi.json`)).json()) as { openapi: string; paths: object }
    expect(description.openapi).toMatch(/^3\.1/)
    for (const path of ['/keys', '/webhooks', '/gql-apps', '/graphql/{uri}', '/whoami', '/plugins', '/{collection}']) {
      expect(Object.keys(description.paths)).toContain(path)
    }
  })

  it('stops cleanly on Ctrl-C, and the next start finds everything', async () => {
    const { ownerPassword } = sluice
    await ownerClient(sluice).json('PUT', '/things')
    await ownerClient(sluice).json('POST', '/things', { _id: 'kept' })
    expect(await sluice.interrupt()).toBe(0)
    sluice = await startSluice({ DATA_DIR: directory, SLUICE_DEMO: '0' })
    const owner = ownerClient({ url: sluice.url, ownerPassword })
    expect(await owner.json('GET', '/things/kept')).toMatchObject({ _id: 'kept' })
  }, 30_000)
})

describe('a wrong request', () => {
  let sluice: SluiceProcess
  const send = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(sluice.url + path, init)
    return {
      status: response.status,
      type: response.headers.get('content-type'),
      problem: await response.json(),
      id: response.headers.get('x-request-id'),
    }
  }
  const asOwner = (init: RequestInit = {}): RequestInit => ({
    ...init,
    headers: { authorization: `Basic ${btoa(`admin:${sluice.ownerPassword}`)}`, 'content-type': 'application/json' },
  })

  beforeAll(async () => {
    sluice = await startSluice({ DATA_DIR: await temporaryDirectory() })
  }, 60_000)
  afterAll(() => sluice.interrupt())

  type Row = { what: string; path: string; init: () => RequestInit; status: number; code: string }
  const row = (what: string, [path, init]: [string, () => RequestInit], [status, code]: [number, string]): Row => ({
    what,
    path,
    init,
    status,
    code,
  })
  const post = (body: string) => () => asOwner({ method: 'POST', body })
  const badApp = '{"descriptor":{"name":"x"},"schema":"type Query {","mappings":{}}'
  const badPermission = '{"_id":"p","roles":["a"],"predicate":"path(/a) and","apiKeys":{"role":["b"]}}'
  const badWebhook = '{"name":"w","condition":"pth(/a)","url":"http://10.0.0.1/"}'
  const wrongPassword = { authorization: `Basic ${btoa('admin:wrong')}` }
  const rows: readonly Row[] = [
    row('a wrong password', ['/whoami', () => ({ headers: wrongPassword })], [401, 'INVALID_CREDENTIALS']),
    row('a malformed key', ['/whoami', () => ({ headers: { authorization: 'Bearer slk_x' } })], [401, 'INVALID_KEY']),
    row('nothing sent', ['/airports', () => ({})], [401, 'UNAUTHENTICATED']),
    row('an unknown path', ['/nowhere', asOwner], [404, 'NOT_FOUND']),
    row('malformed JSON', ['/airports', post('{"a": ')], [400, 'MALFORMED_JSON']),
    row('an ambiguous path', ['/airports/%252f', asOwner], [400, 'BAD_PATH']),
    row('a bad app', ['/gql-apps', post(badApp)], [400, 'VALIDATION_FAILED']),
    row('a bad permission', ['/acl', post(badPermission)], [400, 'VALIDATION_FAILED']),
    row('a bad webhook', ['/webhooks', post(badWebhook)], [400, 'VALIDATION_FAILED']),
  ]

  it.each(rows)('is answered by a problem document: $what', async ({ path, init, status, code }) => {
    const answer = await send(path, init())
    expect(answer).toMatchObject({ status, type: expect.stringContaining('application/problem+json') })
    expect(answer.problem).toMatchObject({ code, status, requestId: answer.id, detail: expect.stringMatching(/\w/) })
  })

  it('names the field of a bad permission and writes nothing', async () => {
    const { problem } = await send(
      '/acl',
      asOwner({ method: 'POST', body: '{"_id":"p","roles":["a"],"predicate":"path(/a)","apiKeys":{"role":["b"]}}' }),
    )
    expect(JSON.stringify(problem)).toContain('apiKeys.role')
    expect((await send('/acl/p', asOwner())).status).toBe(404)
  })
})
