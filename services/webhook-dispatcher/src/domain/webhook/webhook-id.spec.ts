import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { readChosenId, refuseOtherId } from './webhook-id.ts'

const kindOf = (text: string | undefined) => readChosenId(text).kind

describe('an id that a client chooses', () => {
  it('is one to a hundred characters that no path has to encode', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z0-9_-][A-Za-z0-9._-]{0,98}[0-9]$/), text => {
        expect(readChosenId(text)).toEqual({ kind: 'chosen', id: text })
        expect(encodeURIComponent(text)).toBe(text)
      }),
    )
  })

  it('is refused with any other character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), text => {
        expect(kindOf(`a${text}`) === 'chosen').toBe(/^[A-Za-z0-9._-]{1,99}$/.test(text))
      }),
    )
  })

  it.each([undefined, '', '.', '..', '....', 'x'.repeat(101), 'mail-server', 'test', 'logs', 'versions', '_id'])(
    'is not %s',
    text => {
      expect(kindOf(text)).toBe('refuse')
    },
  )

  it('may be repeated in the document, and no other may stand there', () => {
    const chosen = readChosenId('one')
    if (chosen.kind === 'refuse') throw new TypeError('one is an id')
    expect([refuseOtherId(chosen.id, {}), refuseOtherId(chosen.id, { _id: 'one' })]).toEqual([undefined, undefined])
    for (const _id of ['two', 1, null, { $oid: 'x' }]) expect(refuseOtherId(chosen.id, { _id })?.kind).toBe('refuse')
  })
})
