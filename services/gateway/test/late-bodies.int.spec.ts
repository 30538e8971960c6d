import { Agent, request as httpRequest, type IncomingMessage, type RequestListener } from 'node:http'
import { afterEach, describe, expect, it } from '@jest/globals'
import { bodyBudget } from '@sluice/service-kit'
import { eventually } from '@sluice/testkit'
import { shortBodies } from '../src/exchange/arrive/short-body.ts'
import { basic, bearer } from '../src/testing/http-client.ts'
import { followEvents, type RunningGateway, startGateway } from '../src/testing/start-gateway.ts'

const ann = basic('ann', "ann's password")
const NEVER_LATE = 600_000

let gateway: RunningGateway
let agent: Agent
let begun = 0
let served: string[] = []

/** A service that acts on whole bodies. */
const acting: RequestListener = async (request, response) => {
  begun += 1
  let body = ''
  try {
    for await (const chunk of request) body += String(chunk)
    served.push(body.trim())
    response.end('done')
  } catch {
    response.destroy()
  }
}

async function start(lateBodyMs = 0) {
  begun = 0
  served = []
  agent = new Agent({ keepAlive: true, maxSockets: 1 })
  gateway = await startGateway({ handlers: { data: acting, keys: acting }, settings: { lateBodyMs } })
  await gateway.write.permission('orders', { predicate: "path('/orders')" })
  await gateway.write.permission('issue', { predicate: "path('/keys')", apiKeys: { roles: ['reader', 'staff'] } })
}
afterEach(async () => {
  agent.destroy()
  await gateway.stop()
})

type Slow = { headers: Record<string, string>; isChunked?: boolean; between(): Promise<unknown> }
const PADDING = 4_096
const BODY = '{"a":1}'

/** Sends blanks until the request has been judged, then does what happens between, then sends the rest. */
async function sendSlowly(line: string, { headers, isChunked = false, between }: Slow) {
  const [method, path] = line.split(' ')
  const { port } = gateway.gateway.address()
  const length = { 'content-length': String(PADDING + BODY.length) }
  const outgoing = httpRequest({ agent, port, method, path, headers: { ...headers, ...(isChunked ? {} : length) } })
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    outgoing.once('response', resolve).once('error', reject)
  })
  let sent = 0
  const held = () => bodyBudget.heldBytes() + shortBodies.heldBytes()
  const heldBefore = held()
  await eventually(() => {
    sent += 1
    outgoing.write(' ')
    return begun > 0 || held() > heldBefore
  })
  await between()
  outgoing.end(' '.repeat(PADDING - sent) + BODY)
  const answer = await answered
  let text = ''
  for await (const chunk of answer) text += String(chunk)
  const { statusCode: status } = answer
  const code = status === 200 ? undefined : JSON.parse(text).code
  return { status, text, code, isReused: outgoing.reusedSocket }
}

const nothing = async () => {}

describe('a request whose body comes late', () => {
  it.each([true, false])('is served while its authority holds (chunked: %s)', async isChunked => {
    await start()
    const answer = await sendSlowly('POST /orders', { headers: ann, isChunked, between: nothing })
    expect(answer).toMatchObject({ status: 200, text: 'done' })
    expect(served).toEqual([BODY])
  })

  type AclChange = { when: string; line?: string; between(): Promise<unknown>; status: number }
  const orders = "path('/orders')"
  const keys = "path('/keys')"
  const changes: AclChange[] = [
    { when: 'its user is deleted', between: () => gateway.write.remove('users', 'ann'), status: 401 },
    {
      when: 'its user is disabled',
      between: () => gateway.write.user('ann', ['reader'], { disabled: true }),
      status: 401,
    },
    { when: 'its user is created anew with the same password', between: recreateAnn, status: 503 },
    { when: 'its user loses the role', between: () => gateway.write.user('ann', ['other']), status: 403 },
    { when: 'its permission is deleted', between: () => gateway.write.remove('acl', 'orders'), status: 403 },
    {
      when: 'its permission comes to have a rule',
      between: () => gateway.write.permission('orders', { predicate: orders, mongo: { writeFilter: { a: 2 } } }),
      status: 503,
    },
    {
      when: 'a permission comes to look into the body',
      between: () => gateway.write.permission('first', { predicate: "bson-request-contains('b')", priority: 1 }),
      status: 503,
    },
    {
      when: 'its permission to issue keys is deleted',
      line: 'POST /keys',
      between: () => gateway.write.remove('acl', 'issue'),
      status: 503,
    },
    {
      when: 'its permission comes to allow fewer roles of keys',
      line: 'POST /keys',
      between: () => gateway.write.permission('issue', { predicate: keys, apiKeys: { roles: ['reader'] } }),
      status: 503,
    },
  ]
  const refused = changes.flatMap(change => [true, false].map(isChunked => ({ ...change, isChunked })))
  it.each(refused)(
    'is refused, and its service never sees all of it, when $when (chunked: $isChunked)',
    async refusal => {
      const { line = 'POST /orders', between, status, isChunked } = refusal
      await start()
      expect(await sendSlowly(line, { headers: ann, isChunked, between })).toMatchObject({ status })
      expect(served).toEqual([])
    },
  )

  it('is refused when its root user is deleted, who creates nobody any more', async () => {
    await start()
    await gateway.write.user('root', ['admin'])
    const between = () => gateway.write.remove('users', 'root')
    const answer = await sendSlowly('POST /users', { headers: basic('root', "root's password"), between })
    expect(answer).toMatchObject({ status: 401, code: 'INVALID_CREDENTIALS' })
    expect(served).toEqual([])
  })

  it('is refused when its key is revoked, and counts once for the rate of its key', async () => {
    await start()
    await gateway.write.enableKeys()
    const key = bearer(await gateway.write.key('k', { keyRules: { rateLimit: 2 } }))
    expect(await sendSlowly('POST /orders', { headers: key, between: nothing })).toMatchObject({ status: 200 })
    begun = 0
    const between = () => gateway.write.remove('keys', 'k')
    expect(await sendSlowly('POST /orders', { headers: key, between })).toMatchObject({ status: 401 })
    expect(served).toEqual([BODY])
  })

  it('is served where its rules have random digits', async () => {
    await start()
    const mongo = { mergeRequest: { mark: '@rnd(64)', by: '@user._id' } }
    await gateway.write.permission('orders', { predicate: "path('/orders')", mongo })
    expect(await sendSlowly('POST /orders', { headers: ann, between: nothing })).toMatchObject({ status: 200 })
  })

  it('is refused where a permission looks into its body, and served while that holds', async () => {
    await start()
    const looking = { predicate: "path('/orders') and bson-request-contains('a')" }
    await gateway.write.permission('orders', looking)
    expect(await sendSlowly('POST /orders', { headers: ann, between: nothing })).toMatchObject({ status: 200 })
    begun = 0
    const between = () => gateway.write.remove('users', 'ann')
    expect(await sendSlowly('POST /orders', { headers: ann, between })).toMatchObject({ status: 401 })
    expect(served).toEqual([BODY])
  })

  it('is refused where the gateway answers itself', async () => {
    await start()
    const owner = basic('admin', "admin's password")
    const between = () => gateway.write.remove('users', 'admin')
    expect(await sendSlowly('POST /acl/explain', { headers: owner, between })).toMatchObject({ status: 401 })
  })

  it('is an event with its refusal, and its connection serves the next request', async () => {
    await start()
    await gateway.write.wantEvents()
    const { shipped } = await followEvents(gateway.platform)
    const between = () => gateway.write.remove('acl', 'orders')
    await sendSlowly('POST /orders', { headers: ann, between })
    begun = 0
    await eventually(() => shipped.length === 1)
    expect(shipped[0]?.event).toMatchObject({ outcome: 'completed', aborted: false, response: { statusCode: 403 } })
    const next = await sendSlowly('POST /keys', { headers: ann, between: nothing })
    expect(next).toMatchObject({ status: 200, isReused: true })
  })
})

describe('a request whose body comes at once', () => {
  it('is judged once', async () => {
    await start(NEVER_LATE)
    const between = () => gateway.write.remove('users', 'ann')
    expect(await sendSlowly('POST /orders', { headers: ann, between })).toMatchObject({ status: 200 })
    expect(served).toEqual([BODY])
  })
})

async function recreateAnn() {
  await gateway.write.remove('users', 'ann')
  await gateway.write.user('ann', ['reader'])
}
