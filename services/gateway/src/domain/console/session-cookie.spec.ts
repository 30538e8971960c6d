import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import {
  dropSession,
  keepSession,
  readSessionCookie,
  sessionCookieName,
  withoutSessionCookies,
} from './session-cookie.ts'

const name = sessionCookieName('sluice', '8080')

describe('the cookie of a session', () => {
  it('has another name for each installation and port', () => {
    expect(name).toMatch(/^sluice_session_[0-9a-f]{8}$/)
    expect(sessionCookieName('sluice', '8080')).toBe(name)
    for (const other of [sessionCookieName('sluice', '8081'), sessionCookieName('sluice-2', '8080')]) {
      expect(other).not.toBe(name)
    }
  })

  it('is sent to /token alone, is read by no script, and comes by TLS only where the page did', () => {
    expect(keepSession({ name, isSecure: true }, 'sls_1', 900)).toBe(
      `${name}=sls_1; Path=/token; Max-Age=900; HttpOnly; SameSite=Strict; Secure`,
    )
    expect(dropSession({ name, isSecure: false })).toBe(`${name}=; Path=/token; Max-Age=0; HttpOnly; SameSite=Strict`)
  })

  it('is found among others', () => {
    expect(readSessionCookie(`a=b; ${name}=sls_1;c=d`, name)).toEqual({ kind: 'one', token: 'sls_1' })
    for (const none of [undefined, '', 'a=b', `x${name}=1`, `${name}x=1`]) {
      expect(readSessionCookie(none, name)).toEqual({ kind: 'none' })
    }
  })

  it('is unclear where it stands there twice, as another port of the host can set one', () => {
    expect(readSessionCookie(`${name}=sls_1; ${name}=sls_2`, name)).toEqual({ kind: 'unclear' })
    expect(readSessionCookie(`${name}=sls_1; ${name}=sls_1`, name)).toEqual({ kind: 'unclear' })
  })

  it('never reaches a service, and every other cookie does', () => {
    const word = fc.stringMatching(/^[a-z]{1,8}$/)
    const others = fc.array(fc.tuple(word, word).map(([key, value]) => `${key}=${value}`))
    fc.assert(
      fc.property(others, fc.nat(), (pairs, at) => {
        const header = pairs.toSpliced(at % (pairs.length + 1), 0, `${name}=sls_1`).join('; ')
        expect(withoutSessionCookies(header)).toBe(pairs.length === 0 ? undefined : pairs.join('; '))
      }),
    )
    expect(withoutSessionCookies('a=b;  c')).toBe('a=b;  c')
  })
})
