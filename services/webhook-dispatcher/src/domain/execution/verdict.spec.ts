import { describe, expect, it } from '@jest/globals'
import { verdictOfMail, verdictOfSend } from './verdict.ts'

const answered = (statusCode: number, headers: [string, string][] = []) =>
  verdictOfSend({ kind: 'answered', statusCode, headers, body: new Uint8Array(), isCut: false, durationMs: 1 })
const broken = (code: string) => verdictOfSend({ kind: 'broken', stage: 'x', code, message: 'x', durationMs: 1 })

describe('an HTTP attempt', () => {
  it.each([408, 429, 500, 502, 503, 599])('that was answered %i may do better later', statusCode => {
    expect(answered(statusCode).isPassing).toBe(true)
  })

  it.each([200, 204, 301, 400, 401, 404, 409, 410, 422])('that was answered %i is not made again', statusCode => {
    expect(answered(statusCode)).toMatchObject({ isPassing: false, health: 'well' })
  })

  it.each(['TIMEOUT', 'CONNECTION_REFUSED', 'HOST_NOT_FOUND', 'CONNECTION_CLOSED', 'TLS_FAILED', 'CONNECT_TIMEOUT'])(
    'that ended with %s may do better later, and the target is unwell',
    code => {
      expect(broken(code)).toEqual({ isPassing: true, health: 'unwell' })
    },
  )

  it.each(['DESTINATION_REFUSED', 'NOT_HTTP', 'HEADERS_TOO_LARGE', 'TOO_MANY_1XX'])(
    'that ended with %s is not',
    code => {
      expect(broken(code)).toEqual({ isPassing: false, health: 'unknown' })
    },
  )

  it('tells of the target: only what answers 5xx, or not at all, is unwell; and when it wants to be asked again', () => {
    expect(answered(503, [['Retry-After', '7']])).toEqual({ isPassing: true, health: 'unwell', retryAfter: '7' })
    expect(answered(429, [['retry-after', '8']])).toEqual({ isPassing: true, health: 'well', retryAfter: '8' })
  })
})

describe('a mail', () => {
  const failed = (code: string, statusCode: number | undefined, tookNothing = true) =>
    verdictOfMail({
      kind: 'failed',
      error: { stage: 'x', code, message: 'x' },
      reply: statusCode === undefined ? null : { statusCode, text: '' },
      tookNothing,
      durationMs: 1,
    })

  it.each<[string, number | undefined]>([
    ['MESSAGE_REFUSED', 451],
    ['RECIPIENT_REFUSED', 450],
    ['SERVER_REFUSED', 421],
    ['CONNECTION_REFUSED', undefined],
    ['TIMEOUT', undefined],
    ['LOGIN_UNAVAILABLE', undefined],
  ])('that ended with %s (%s) may do better later', (code, statusCode) => {
    expect(failed(code, statusCode).isPassing).toBe(true)
  })

  it.each<[string, number | undefined]>([
    ['MESSAGE_REFUSED', 554],
    ['RECIPIENT_REFUSED', 550],
    ['LOGIN_REFUSED', undefined],
    ['DESTINATION_REFUSED', undefined],
    ['MESSAGE_TOO_LARGE', undefined],
  ])('that ended with %s (%s) is not sent again', (code, statusCode) => {
    expect(failed(code, statusCode).isPassing).toBe(false)
  })

  it('of which nobody knows whether it was taken is never sent again', () => {
    expect(failed('TIMEOUT', undefined, false)).toEqual({ isPassing: false, health: 'unwell' })
    expect(failed('CONNECTION_CLOSED', undefined, false).isPassing).toBe(false)
  })

  it('that a server has refused says nothing against the server, unless it took no mail at all', () => {
    expect([failed('MESSAGE_REFUSED', 451).health, failed('SERVER_REFUSED', 421).health]).toEqual(['well', 'unwell'])
  })
})
