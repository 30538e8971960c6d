import { describe, expect, it } from '@jest/globals'
import { z } from 'zod'
import { withKnownQuery } from './known-query.ts'
import { type Operation, ok, type ServiceRequest } from './route.ts'

let handled = 0
const operation = (query?: z.ZodObject): Operation => ({
  id: 'test',
  tag: 'description',
  summary: 'Test',
  ...(query ? { query } : {}),
  answers: { 200: 'Done' },
  appliedRules: ['readFilter'],
  errors: ['NOT_FOUND'],
  handle: () => {
    handled += 1
    return Promise.resolve(ok({}))
  },
})
const filters = z.object({ dryRun: z.string().optional(), user: z.string().optional() })
const known = (given: Operation): Operation => withKnownQuery([['DELETE', '/admin/keys', given]])[0]?.[2] ?? given
const strict = known(operation(filters))
const bare = known(operation())

const request = (query: string): ServiceRequest => ({
  requestId: '',
  method: 'GET',
  target: '/',
  params: {},
  query: new URLSearchParams(query),
  header: () => undefined,
  rawBody: new Uint8Array(),
  caller: {
    principal: { id: null, roles: [], via: 'none' },
    isRoot: false,
    permission: null,
    chain: [],
    clientAddress: undefined,
  },
  signal: () => AbortSignal.abort(),
  hold() {},
})

describe('an operation that knows its query', () => {
  it.each(['', 'dryRun=true', 'dryRun=true&user=ada', 'dryRun=1&dryRun=2'])('is carried out with "%s"', async query => {
    handled = 0
    expect(await strict.handle(request(query))).toMatchObject({ kind: 'answer' })
    expect(handled).toBe(1)
  })

  it.each([
    ['dryrun=true', 'dryrun', 'Did you mean "dryRun"? This request takes dryRun, user.'],
    ['user=ada&dry_run=1', 'dry_run', 'Did you mean "dryRun"?'],
    ['__proto__=1', '__proto__', 'This request takes dryRun, user.'],
    ['%F0%9F%98%80', '😀', 'There is no query parameter "😀" here. This'],
  ])('is not carried out with "%s", and the answer says what there is', async (query, path, message) => {
    handled = 0
    expect(await strict.handle(request(query))).toMatchObject({
      kind: 'refuse',
      code: 'BAD_QUERY',
      errors: [{ path, message: expect.stringContaining(message) }],
    })
    expect(handled).toBe(0)
  })

  it('names all that are unknown, each once', async () => {
    const refusal = await bare.handle(request('a=1&b=2&a=3'))
    expect(refusal).toMatchObject({
      errors: [{ path: 'a', message: expect.stringContaining('takes none') }, { path: 'b' }],
    })
  })

  it('is else what it was, and says what it may answer', () => {
    expect(strict).toMatchObject({
      id: 'test',
      tag: 'description',
      summary: 'Test',
      appliedRules: ['readFilter'],
      errors: ['BAD_QUERY', 'NOT_FOUND'],
    })
  })
})
