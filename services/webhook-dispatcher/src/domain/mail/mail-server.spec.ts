import { describe, expect, it } from '@jest/globals'
import { secret } from '@sluice/service-kit'
import { checkMailServer, ownMailServer, serviceMailServer, showMailServer } from './mail-server.ts'

const PASSWORD = 'not to be seen'
const server = {
  host: 'mail.example.com',
  port: 587,
  secure: false,
  user: 'u',
  password: PASSWORD,
  from: 'u@example.com',
}
const stored = { ...server, _id: 'mail-server', updatedAt: new Date(0) }
const surroundings = { open: [], at: new Date() }
const check = (document: object, known: typeof stored | undefined = undefined) =>
  checkMailServer({ ...document }, known, surroundings)

describe("the operator's mail server", () => {
  it.each([
    ['smtp://mail.example.com', { host: 'mail.example.com', port: 587, isSecure: false, login: undefined }],
    ['smtp://mail:2525', { host: 'mail', port: 2525 }],
    ['smtps://mail.example.com', { port: 465, isSecure: true }],
    ['smtp://[2001:db8::1]:25', { host: '2001:db8::1', port: 25 }],
  ])('is read from %s', (url, expected) => {
    expect(serviceMailServer(secret(url), 'a@example.com')).toMatchObject({ ...expected, isOwners: false })
  })

  it('has its user and password decoded, and does not print the password', () => {
    const found = serviceMailServer(secret('smtp://u%40example.com:p%25%2F@mail.example.com'), 'a@example.com')
    expect(found?.login?.user).toBe('u@example.com')
    expect(found?.login?.password.reveal()).toBe('p%/')
    expect(JSON.stringify(found)).not.toContain('p%/')
  })
})

describe("the owner's mail server", () => {
  it('is shown without its password, and does not print it', () => {
    expect(JSON.stringify(showMailServer(stored))).not.toContain(PASSWORD)
    expect(JSON.stringify(ownMailServer(stored))).not.toContain(PASSWORD)
  })

  it('keeps its password when what was shown is sent back', () => {
    expect(check(showMailServer(stored), stored)).toMatchObject({ kind: 'valid', record: { password: PASSWORD } })
  })

  it.each([{ host: 'mail.example.org' }, { port: 588 }, { user: 'v' }])(
    'needs its password again for %j, so that it is sent to nobody else',
    change => {
      const { password, ...shown } = server
      expect(check({ ...shown, ...change }, stored)).toMatchObject({ kind: 'refuse', errors: [{ path: 'password' }] })
    },
  )

  it.each<[string, object]>([
    ['host', { host: 'localhost' }],
    ['host', { host: 'mail' }],
    ['host', { host: 'mail.internal' }],
    ['host', { host: '127.0.0.1' }],
    ['host', { host: '::1' }],
    ['host', { host: '127.1' }],
    ['host', { host: '0x7f.0.0.1' }],
    ['host', { host: 'mail.internal..' }],
    ['host', { host: 'fe80::1%eth0' }],
    ['host', { host: '10.0.0.1' }],
    ['host', { host: 'mail.example.com/x' }],
    ['host', { host: 'http://mail.example.com' }],
    ['host', { host: 'mail.example.com\r\nQUIT' }],
    ['port', { port: 0 }],
    ['secure', { secure: 'yes' }],
    ['from', { from: 'Ann <a@example.com>' }],
    ['user', { user: undefined }],
    ['tls', { tls: { rejectUnauthorized: false } }],
  ])('is refused with %s named, for %j', (path, change) => {
    expect(check({ ...server, ...change })).toMatchObject({ kind: 'refuse', errors: [{ path }] })
  })
})
