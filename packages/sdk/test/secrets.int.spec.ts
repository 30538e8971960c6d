import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { inspect } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals'
import { createSluice } from '../src/index.ts'
import type { SluiceSignIn } from '../src/options.ts'
import { createReceiver } from '../src/webhooks/index.ts'

const KEY = 'slk_the-key-of-this-test'
const SESSION = 'sls_the-session-of-this-test'
const PASSWORD = 'the password of this test'
const HEADER = 'a-header-of-this-test'
const BODY = 'a body of this test'
const QUERY = 'a-query-of-this-test'
/** Nothing of the SDK may tell these. */
const SECRETS = [KEY, SESSION, PASSWORD, btoa(`amelia:${PASSWORD}`), HEADER, BODY, QUERY]

const signIns: Record<string, SluiceSignIn> = {
  key: { key: KEY },
  session: { session: SESSION },
  password: { user: 'amelia', password: PASSWORD },
}

const problem = { type: '/docs/errors#FORBIDDEN', title: 'Forbidden', status: 403, detail: 'Ask.', code: 'FORBIDDEN' }

/** Ways to fail. Where a way says something, it says all that it was told: a proxy may do so. */
const failures: Record<string, (response: ServerResponse, told: string) => unknown> = {
  refused: response => response.writeHead(403).end(JSON.stringify(problem)),
  broken: (response, told) => response.writeHead(502, { 'content-type': 'text/html' }).end(told),
  unreadable: (response, told) => response.writeHead(200).end(`<p>${told}`),
  // So short a text is quoted whole where it is no JSON.
  quoted: response => response.writeHead(200).end(QUERY),
  redirected: (response, told) => response.writeHead(302, { location: `/?${encodeURIComponent(told)}` }).end(),
  cut: response => response.destroy(),
  stalled: () => undefined,
  streamed: response =>
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end(`id: 1\nevent: entry\ndata: ${QUERY}\n\n`),
}

async function fail(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const told = JSON.stringify([request.headers, request.url, await text(request)])
  const [, end] = Object.entries(failures).find(([name]) => request.url?.startsWith(`/${name}`)) ?? []
  end?.(response, told)
}

const OPTIONS = { filter: QUERY, name: BODY, document: { name: BODY }, variables: { name: BODY }, sort: QUERY }
/** A tail that is not refused comes back for ever. */
const TAIL_MS = 100

/** Arguments that a function of a client takes somehow: an id first, or two, or none. */
function argumentsOf(name: string): readonly (readonly unknown[])[] {
  const tailOptions = { signal: AbortSignal.timeout(TAIL_MS) }
  if (name === 'tail') return [[tailOptions, tailOptions]]
  if (name === 'listen') return [[OPTIONS, tailOptions]]
  return [
    ['an-id', OPTIONS, OPTIONS],
    ['an-id', 'another-id', OPTIONS],
    [OPTIONS, OPTIONS],
  ]
}

/** All forms in which a program may show a value. */
function formsOf(value: unknown): string {
  const error = value instanceof Error ? [value.message, value.stack, formsOf(value.cause ?? '')] : []
  return [String(value), JSON.stringify(value), inspect(value, { depth: 9, showHidden: true }), ...error].join('\n')
}

const isFunction = (value: unknown): value is () => unknown => typeof value === 'function'
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
const memberOf = (value: object, name: PropertyKey): unknown => Reflect.get(value, name)

/**
 * What a call has thrown, sooner or later, or the object that it gave at once. What it is answered later is of whoever
 * answers. A list is asked for its first page, a tail for its first message.
 */
async function settle(call: () => unknown): Promise<{ made: unknown } | { error: unknown }> {
  try {
    const made = call()
    const first = isObject(made) ? (memberOf(made, 'page') ?? memberOf(made, 'next')) : undefined
    await (isFunction(first) ? Reflect.apply(first, made, []) : made)
    return { made: made instanceof Promise ? undefined : made }
  } catch (error) {
    return { error }
  }
}

/** Calls every function of a client, and of what its functions give. @returns what was thrown, and what was made */
async function callAll(object: object, found: unknown[] = [], depth = 0): Promise<unknown[]> {
  found.push(object)
  const members: [string, unknown][] = Object.entries(object)
  for (const [name, member] of members) {
    if (isObject(member)) await callAll(member, found, depth)
    if (isFunction(member) && name !== 'withKey') await callSomehow({ name, member }, found, depth)
  }
  return found
}

async function callSomehow(call: { name: string; member: () => unknown }, found: unknown[], depth: number) {
  for (const parameters of argumentsOf(call.name)) {
    const settled = await settle(() => Reflect.apply(call.member, undefined, parameters))
    if ('error' in settled) found.push(settled.error)
    else if (isObject(settled.made) && depth < 2) await callAll(settled.made, found, depth + 1)
  }
}

describe('a client', () => {
  let server: Server
  let url: string
  const said: unknown[] = []

  beforeAll(async () => {
    server = createServer((request, response) => void fail(request, response).catch(() => response.destroy()))
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    url = `http://127.0.0.1:${isObject(address) ? address.port : 0}`
    for (const name of ['log', 'info', 'warn', 'error', 'debug'] as const) {
      jest.spyOn(console, name).mockImplementation((...parts) => void said.push(...parts))
    }
  })
  afterAll(() => {
    jest.restoreAllMocks()
    server.closeAllConnections()
    server.close()
  })

  const ways = [
    ...Object.keys(failures).map(failure => ({ way: 'key', failure })),
    ...['refused', 'broken', 'unreadable'].flatMap(failure => [
      { way: 'session', failure },
      { way: 'password', failure },
    ]),
  ]

  it.each(ways)(
    'that signs in by $way tells no secret in anything it throws or is, where calls are $failure',
    async ({ way, failure }) => {
      const client = createSluice({
        ...(signIns[way] ?? {}),
        url: `${url}/${failure}`,
        headers: { 'x-of-the-test': HEADER },
        timeoutMs: failure === 'stalled' ? 5 : 10_000,
        retries: 0,
      })
      const found = await callAll(client, [client.withKey(KEY)])
      expect(found.filter(one => one instanceof Error).length).toBeGreaterThan(200)
      const told = [...found, ...said].map(formsOf)
      expect(told.filter(form => SECRETS.some(secret => form.includes(secret)))).toEqual([])
    },
  )

  it('tells no secret where nobody listens', async () => {
    const found = await callAll(createSluice({ url: 'http://127.0.0.1:1', key: KEY, retries: 0 }))
    expect(found.map(formsOf).filter(form => SECRETS.some(secret => form.includes(secret)))).toEqual([])
  })

  it.each<[string, () => unknown]>([
    ['an address with a password', () => createSluice({ url: `http://amelia:${KEY}@sluice.test` })],
    ['an address with a key', () => createSluice({ url: `http://sluice.test/?key=${KEY}` })],
    ['no address', () => createSluice({ url: KEY })],
    ['a key with a line break', () => createSluice({ url, key: `${KEY}\n` })],
    ['a session with a space', () => createSluice({ url, session: `${SESSION} ` })],
    ['a header that can not be sent', () => createSluice({ url, headers: { 'x-test': `${HEADER}\u0000` } })],
    ['a header whose name is a value', () => createSluice({ url, headers: { [`Bearer ${KEY}`]: 'authorization' } })],
    ['a secret of a webhook that is none', () => createReceiver(`whsec_${KEY}%`)],
  ])('that is made of %s is refused without it', (_, make) => {
    let thrown: unknown
    try {
      make()
    } catch (error) {
      thrown = error
    }
    expect(thrown).toBeInstanceOf(TypeError)
    expect(SECRETS.filter(secret => formsOf(thrown).includes(secret))).toEqual([])
  })
})
