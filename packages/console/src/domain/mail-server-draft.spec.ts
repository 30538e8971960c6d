import { describe, expect, it } from '@jest/globals'
import { isTypedMailServer, mailServerDraft, mailServerWish, withoutPassword } from './mail-server-draft.ts'

const STORED = {
  host: 'smtp.example.com',
  port: 465,
  secure: true,
  from: 'sluice@example.com',
  updatedAt: { $date: 1 },
}

describe('the form of a mail server', () => {
  it('sends back what is stored, where nothing is typed', () => {
    expect(mailServerWish(mailServerDraft(STORED))).toEqual({
      host: 'smtp.example.com',
      port: 465,
      secure: true,
      from: 'sluice@example.com',
    })
  })

  it('sends a password that was typed, and keeps none', () => {
    const typed = Object.assign({}, mailServerDraft(null), { user: 'ada', password: 'secret' })
    expect(mailServerWish(typed)).toMatchObject({ user: 'ada', password: 'secret' })
    expect(JSON.stringify(withoutPassword(typed))).not.toContain('secret')
    expect(isTypedMailServer({ begun: mailServerDraft(null), form: withoutPassword(typed) })).toBe(true)
  })

  it.each([null, 'host', {}, { host: 'a', port: 1, secure: true, user: '', password: '', from: '' }])(
    'is not made of %j, which was kept by something else',
    value => {
      expect(isTypedMailServer(value)).toBe(false)
      expect(isTypedMailServer({ begun: mailServerDraft(null), form: value })).toBe(false)
    },
  )
})
