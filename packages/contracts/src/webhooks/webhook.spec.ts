import { describe, expect, it } from '@jest/globals'
import { fieldErrors, webhookInput, webhookRecord } from '../index.ts'

const http = { name: 'orders', condition: "path('/orders')", url: 'https://hooks.example.com/x' }
const email = { to: ['a@example.com'], subject: 'Order', bodyType: 'html', bodyTemplate: '<p>{{id}}</p>' }
const mail = { name: 'orders', condition: "path('/orders')", type: 'email', email }

function errorsOf(document: unknown) {
  const parsed = webhookInput.safeParse(document)
  return parsed.success ? [] : fieldErrors(parsed.error)
}

describe('a webhook as it is written', () => {
  it('is of the type http when it names none', () => {
    expect(webhookInput.parse(http)).toMatchObject({ type: 'http', enabled: true, timeout_ms: 5000 })
  })

  it('is an e-mail with no copies where none are named', () => {
    expect(webhookInput.parse(mail)).toEqual({
      ...mail,
      enabled: true,
      maxPerMinute: 6000,
      email: { ...email, cc: [] },
    })
  })

  it('may name no other type, and the error names both', () => {
    const message = 'It must be one of "http", "email".'
    expect(errorsOf({ ...http, type: 'sms' })).toEqual([{ path: 'type', message }])
  })

  it.each([
    ['url', { ...mail, url: http.url }],
    ['timeout_ms', { ...mail, timeout_ms: 5000 }],
    ['headers', { ...mail, headers: {} }],
    ['transform', { ...mail, transform: { enabled: false } }],
    ['email', { ...http, email }],
  ])('may not have %s of the other type, and the error names it', (field, document) => {
    const [error] = errorsOf(document)
    expect(error).toMatchObject({ path: field, message: expect.stringContaining(`There is no field "${field}"`) })
  })

  it.each<[string, object]>([
    ['email.to', { to: [] }],
    ['email.to', { to: Array.from({ length: 51 }, (_, index) => `a${index}@example.com`) }],
    ['email.to.0', { to: ['Ann <a@example.com>'] }],
    ['email.cc.1', { cc: ['a@example.com', 'b@example.com\r\nBcc: c@example.com'] }],
    ['email.subject', { subject: '' }],
    ['email.subject', { subject: 'a'.repeat(1001) }],
    ['email.bodyType', { bodyType: 'text' }],
    ['email.bodyTemplate', { bodyTemplate: undefined }],
    ['email.bodyTemplate', { bodyTemplate: 'a'.repeat(65_537) }],
    ['email.bcc', { bcc: ['a@example.com'] }],
  ])('is refused with %s named, for %j', (path, change) => {
    expect(errorsOf({ ...mail, email: { ...email, ...change } }).map(error => error.path)).toEqual([path])
  })
})

describe('a stored webhook', () => {
  it('from before there were types is one of the type http', () => {
    const stored = { ...http, _id: 'w', version: 1, secret: 'whsec_x', createdAt: new Date(), updatedAt: new Date() }
    expect(webhookRecord.parse(stored)).toMatchObject({ type: 'http', url: http.url })
  })
})
