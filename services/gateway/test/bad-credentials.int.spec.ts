import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { formatKeySecret, formatSessionToken } from '@sluice/contracts'
import { basic, bearer } from '../src/testing/http-client.ts'
import { type RunningGateway, startGateway } from '../src/testing/start-gateway.ts'

const base64 = (text: string | Uint8Array) => Buffer.from(text).toString('base64')
const password = "ann's password"
const BASIC_CHALLENGE = 'Basic realm="Sluice", charset="UTF-8"'
const BEARER_CHALLENGE = 'Bearer error="invalid_token"'

const malformed: readonly (readonly [what: string, header: string])[] = [
  ['nothing', ''],
  ['a scheme alone', 'Basic'],
  ['a scheme and a blank', 'Basic '],
  ['no base64', 'Basic !!!'],
  ['no colon', `Basic ${base64('ann')}`],
  ['no user', `Basic ${base64(`:${password}`)}`],
  ['no UTF-8', `Basic ${base64(Uint8Array.of(0xff, 0x3a, 0x61))}`],
  ['too much', `Basic ${'A'.repeat(5_000)}`],
  ['more behind it', `Basic ${base64(`ann:${password}`)} more`],
  ['two in one', `Basic ${base64(`ann:${password}`)}, Basic ${base64('admin:x')}`],
  ['what is not encoded', `Basic ann:${password}`],
  ['no scheme', base64(`ann:${password}`)],
  ['another scheme', 'Digest username="ann"'],
  ['a scheme of another kind', 'Negotiate YIIJvwYGKwYBBQUC'],
  ['a scheme of ours that is no scheme', `Key ${formatKeySecret(new Uint8Array(32))}`],
]

const wrong: readonly (readonly [what: string, user: string, password: string])[] = [
  ['a wrong password', 'ann', 'wrong'],
  ['no password', 'ann', ''],
  ['the password with something before it', 'ann', ` ${password}`],
  ['the password with something behind it', 'ann', `${password}\0`],
  ['the name in other letters', 'ANN', password],
  ['the name with something behind it', 'ann\0', password],
  ['the name of nobody', 'nobody', password],
  ['the name of a field of every object', '__proto__', password],
  ['the id of another kind', '{"$gt":""}', password],
  ['the role of those who are nobody', '$unauthenticated', ''],
]

const tokens: readonly (readonly [what: string, token: string, code: string])[] = [
  ['nothing', '', 'INVALID_TOKEN'],
  ['what a broken client sends', 'null', 'INVALID_TOKEN'],
  ['a JWT', 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZG1pbiJ9.', 'INVALID_TOKEN'],
  ['a key of nobody', formatKeySecret(new Uint8Array(32)), 'INVALID_KEY'],
  ['a key with a wrong digit', `${formatKeySecret(new Uint8Array(32)).slice(0, -1)}x`, 'INVALID_KEY'],
  ['a key that was cut', 'slk_', 'INVALID_KEY'],
  ['a key in other letters', formatKeySecret(new Uint8Array(32)).toUpperCase(), 'INVALID_TOKEN'],
  ['a session of nobody', formatSessionToken(new Uint8Array(32)), 'INVALID_TOKEN'],
  ['a session that was cut', 'sls_', 'INVALID_TOKEN'],
  ['a password', base64(`ann:${password}`), 'INVALID_TOKEN'],
]

describe('credentials that sign nobody in', () => {
  let gateway: RunningGateway

  beforeAll(async () => {
    gateway = await startGateway()
    await gateway.write.enableKeys()
    await gateway.write.permission('public', { predicate: "path('/public')", roles: ['$unauthenticated', 'reader'] })
    expect((await gateway.call('GET /public')).status).toBe(200)
  })
  afterAll(() => gateway.stop())

  const answerTo = (headers: Record<string, string>) => gateway.call('GET /public', { headers })

  it.each(malformed)('are never taken for none: %s', async (_what, authorization) => {
    const answer = await answerTo({ authorization })
    expect([answer.status, answer.json().code]).toEqual([401, 'INVALID_CREDENTIALS'])
    expect(answer.headers['www-authenticate']).toBe(BASIC_CHALLENGE)
  })

  it.each(wrong)('are never taken for none, nor for right: %s', async (what, user, guess) => {
    const answer = await answerTo(basic(user, guess))
    expect([what, answer.status, answer.json().code]).toEqual([what, 401, 'INVALID_CREDENTIALS'])
    expect(answer.json().detail).toBe('User name or password is wrong.')
  })

  it('are never taken for none: a hash instead of its password', async () => {
    const users = gateway.platform.store.collection({ db: 'sluice', collection: 'users' })
    const stored = String((await users.findOne({ _id: 'admin' }))?.password)
    expect((await answerTo(basic('admin', stored))).status).toBe(401)
  })

  it.each(tokens)('are never taken for none: as a token, %s', async (_what, token, code) => {
    const answer = await answerTo(bearer(token))
    expect([answer.status, answer.json().code]).toEqual([401, code])
    expect(answer.headers['www-authenticate']).toBe(BEARER_CHALLENGE)
  })

  it.each([
    ['of one kind', ['Basic YTpi', 'Basic YTpi']],
    ['the second of them empty', ['Basic YTpi', '']],
    ['of two kinds', ['Basic YTpi', `Bearer ${formatKeySecret(new Uint8Array(32))}`]],
  ])('are refused when there are two, %s, whatever their case', async (_what, [first, second]) => {
    const head = `GET /public HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAuthorization: ${first}\r\n`
    const answer = await gateway.raw(`${head}aUTHORIZATION: ${second}\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1.1 400 [\s\S]*"code":"BAD_REQUEST"/)
  })

  it.each([
    `access_token=${formatSessionToken(new Uint8Array(32))}`,
    'access_token',
    'acc%65ss_token=x',
    `q=${formatKeySecret(new Uint8Array(32))}`,
    `q=${formatSessionToken(new Uint8Array(32)).replace('_', '%5F')}`,
    `${formatSessionToken(new Uint8Array(32))}`,
  ])('are refused in the query: %s', async query => {
    const answer = await gateway.call(`GET /public?${query}`)
    expect([answer.status, answer.json().code]).toEqual([400, 'BAD_QUERY'])
  })
})
