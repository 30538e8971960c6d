import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { mailAddress } from '../index.ts'

const isAddress = (text: string) => mailAddress.safeParse(text).success

describe('an e-mail address', () => {
  it.each(['a@example.com', 'first.last+tag@mail.example.co.uk', "o'neil_x-y@xn--bcher-kva.example", 'A@EXAMPLE.COM'])(
    'can be %s',
    text => expect(isAddress(text)).toBe(true),
  )

  it.each([
    'Ann <a@example.com>',
    '<a@example.com>',
    'a@example.com, b@example.com',
    'a@example.com b@example.com',
    '"a b"@example.com',
    'a@[127.0.0.1]',
    'a@localhost',
    'a@example.com.',
    'a@-example.com',
    '.a@example.com',
    'a..b@example.com',
    'a@b@example.com',
    '@example.com',
    'a@',
    ' a@example.com',
    'a@example.com\n',
    'a@example.com\r\nBcc: b@example.com',
    'ä@example.com',
    `${'a'.repeat(65)}@example.com`,
    `a@${'b.'.repeat(130)}com`,
    '',
  ])('can not be %j', text => expect(isAddress(text)).toBe(false))

  it('never holds what could begin a header, a second address or a display name', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', '.', '@', '<', ',', ' ', '\r', '\n', '"', ':', '-') }),
        text => {
          return !isAddress(text) || !/[\s<>,:"\p{Cc}]/u.test(text)
        },
      ),
    )
  })

  it('is told from other text in a time that grows no faster than the text', () => {
    const before = process.threadCpuUsage()
    isAddress(`${'a.'.repeat(120)}@`)
    isAddress(`a@${'a-'.repeat(120)}`)
    // Of CPU, so that a busy machine does not count; trying each way to read it takes longer than anybody waits.
    expect(process.threadCpuUsage(before).user / 1_000).toBeLessThan(100)
  })
})
