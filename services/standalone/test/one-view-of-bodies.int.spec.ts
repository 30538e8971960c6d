import { randomUUID } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createData } from '@sluice/data'
import { formatDocument, isDocument, parseDocumentJson } from '@sluice/documents'
import { createGateway } from '@sluice/gateway'
import { secret } from '@sluice/service-kit'
import type { Store } from '@sluice/store'
import { openMongoStore } from '@sluice/store/mongodb'
import { openTestPlatform } from '@sluice/testkit'
import { type Backend, isAbsent, startBackend } from '@sluice/testkit/backends'
import fc from 'fast-check'
import { hostileBody, hostilePatch, type SentBody } from '../src/testing/hostile-body.ts'

/** Requests for each promise on each store; jest's `--globals '{"BODIES": 20000}'` asks for another number. */
const BODIES = Number(Reflect.get(globalThis, 'BODIES') ?? 400)

const PERMISSIONS = [
  // Whoever writes a total is given the copy of it that the gateway has seen.
  ['copied', 20, "path('/notes') and method('POST') and bson-request-contains(total)", { seen: '@request.body.total' }],
  ['free', 10, "path('/notes') and method('POST')"],
  ['without', 10, "path('/plain') and method('POST') and bson-request-blacklist(total)"],
  ['kept', 10, "path-prefix('/people') and method('PATCH') and bson-request-blacklist(profile.banned)"],
] as const

type RawAnswer = { status: number; text: string }

async function start(store?: Store) {
  const platform = await openTestPlatform({ store })
  const address = { socketPath: join(platform.directory, `${randomUUID().slice(0, 8)}.sock`) }
  const data = createData(platform, { address, firstOwnerPassword: secret('the first password') })
  const gateway = createGateway(platform, {
    listen: { host: '127.0.0.1', port: 0 },
    upstreams: { data: address, 'graphql-apps': address, keys: address, 'webhook-dispatcher': address },
    spool: { directory: join(platform.directory, 'spool'), maxBytes: 64 << 20, whenFull: 'reject', fsyncMs: 20 },
    trustedProxies: [],
    corsOrigins: [],
    maxTurnMs: Number.POSITIVE_INFINITY,
  })
  await data.start()
  await gateway.start()
  const { port } = gateway.address()
  const sendAs = (user: string, line: string, { bytes, headers = {} }: SentBody): Promise<RawAnswer> =>
    send({ port, line, bytes, headers: { ...headers, authorization: `Basic ${btoa(user)}` } })
  const own = async (line: string, body: unknown) => {
    const answer = await sendAs('admin:the first password', line, { bytes: Buffer.from(JSON.stringify(body)) })
    expect([200, 201]).toContain(answer.status)
  }
  await own('POST /users', { _id: 'bob', password: "bob's password", roles: ['writer'] })
  for (const [_id, priority, predicate, mergeRequest] of PERMISSIONS) {
    const mongo = mergeRequest && { mergeRequest }
    await own('POST /acl', { _id, priority, predicate, roles: ['writer'], ...(mongo && { mongo }) })
  }
  for (const collection of ['notes', 'plain', 'people']) await own(`PUT /${collection}`, {})
  await own('POST /people', { _id: 'eve', profile: { banned: true, name: 'E' }, n: 1 })
  return {
    read: (path: string) => sendAs('admin:the first password', `GET ${path}`, { bytes: Buffer.alloc(0) }),
    send: (line: string, body: SentBody) => sendAs("bob:bob's password", line, body),
    collection: (collection: string) => platform.store.collection({ db: platform.db, collection }),
    async stop() {
      await gateway.stop(1_000)
      await data.stop(1_000)
      await platform.close()
    },
  }
}

type RawRequest = { port: number; line: string; bytes: Uint8Array; headers: Readonly<Record<string, string>> }

function send({ port, line, bytes, headers }: RawRequest): Promise<RawAnswer> {
  const [method, path] = line.split(' ')
  return new Promise((resolve, reject) => {
    const sent = httpRequest({ host: '127.0.0.1', port, method, path, headers }, answer => {
      const chunks: Buffer[] = []
      answer.on('data', chunk => chunks.push(chunk))
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString() }))
    })
    sent.on('error', reject)
    sent.end(bytes)
  })
}

type RunningSluice = Awaited<ReturnType<typeof start>>

function read(text: string): { [field: string]: unknown } {
  const parsed = parseDocumentJson(text)
  return parsed.kind === 'parsed' && isDocument(parsed.value) ? parsed.value : {}
}

function promises(running: () => RunningSluice) {
  it(`stores no document whose total the gateway has not seen, or has seen otherwise: ${BODIES} bodies`, async () => {
    let stored = 0
    let seen = 0
    const property = fc.asyncProperty(hostileBody, async body => {
      const answer = await running().send('POST /notes?jsonMode=canonical', body)
      expect([200, 201, 207, 400, 403, 409, 415]).toContain(answer.status)
      if (answer.status !== 201) return
      const kept = await running().read(`/notes/${read(answer.text)._id}?jsonMode=canonical`)
      expect(kept.text).toBe(answer.text)
      const document = read(kept.text)
      expect('seen' in document).toBe('total' in document)
      expect(formatDocument(document.seen, 'canonical')).toBe(formatDocument(document.total, 'canonical'))
      stored += 1
      if ('seen' in document) seen += 1
    })
    await fc.assert(property, { numRuns: BODIES })
    // It would prove little if nearly all of them were refused.
    expect(Math.min(seen, stored - seen)).toBeGreaterThan(BODIES / 100)
  }, 120_000)

  it(`stores nothing with a forbidden field, in lists neither: ${BODIES} bodies`, async () => {
    const property = fc.asyncProperty(hostileBody, fc.boolean(), async (body, isList) => {
      const bytes = isList ? Buffer.concat([Buffer.from('[{"a":1},'), body.bytes, Buffer.from(']')]) : body.bytes
      const answer = await running().send('POST /plain', { ...body, bytes })
      expect([200, 201, 207, 400, 403, 409, 415]).toContain(answer.status)
    })
    await fc.assert(property, { numRuns: BODIES })
    expect(
      await running()
        .collection('plain')
        .count({ total: { $exists: true } }),
    ).toBe(0)
    expect(await running().collection('plain').count({})).toBeGreaterThan(0)
  }, 120_000)

  it(`changes no document in a field that its permission forbids: ${BODIES} changes`, async () => {
    let changed = 0
    const property = fc.asyncProperty(hostilePatch, async body => {
      const answer = await running().send('PATCH /people/eve', body)
      expect([200, 400, 403, 409]).toContain(answer.status)
      const eve = await running().collection('people').findOne({ _id: 'eve' })
      expect(eve).toMatchObject({ profile: { banned: true } })
      if (answer.status === 200) changed += 1
    })
    await fc.assert(property, { numRuns: BODIES })
    expect(changed).toBeGreaterThan(0)
  }, 120_000)
}

describe('a body, as the gateway has seen it and as it is stored, on SQLite', () => {
  let running: RunningSluice
  beforeAll(async () => {
    running = await start()
  }, 60_000)
  afterAll(() => running.stop())
  promises(() => running)
})

const describeOnMongo = isAbsent('mongodb') ? describe.skip : describe
describeOnMongo('a body, as the gateway has seen it and as it is stored, on MongoDB', () => {
  let running: RunningSluice
  let backend: Backend
  beforeAll(async () => {
    backend = await startBackend('mongodb')
    running = await start(await openMongoStore({ uri: backend.address, prefix: `t${randomUUID().slice(0, 8)}-` }))
  }, 60_000)
  afterAll(async () => {
    await running.stop()
    await backend.stop()
  })
  promises(() => running)
})
