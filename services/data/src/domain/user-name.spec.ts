import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { findNewNameFault, foldUserName } from './user-name.ts'

describe('the name of a new user', () => {
  it.each([
    ...['admin', 'Ann', 'ann@example.com', "o'neil", 'Jürgen Groß', 'a+b', 'Ελένη', 'Ольга', 'שרה', 'محمد', 'นํ้า', 'น้ำ'],
    ...[
      '山田 太郎',
      'やまだ1',
      '김철수',
      'Kim 철수',
      'आरती',
      'svc_1',
      '7',
      'a.b',
      '100%',
      'a'.repeat(256),
      'é'.repeat(256),
    ],
  ])('can be %j', name => {
    expect(findNewNameFault(name)).toBeUndefined()
  })

  it.each([
    ...['', ' ', ' a', 'a ', 'a  b', 'a\tb ', 'a\u00a0b', 'a\u2003b', 'a/b', 'x\\y', 'x%2fy', '.', '..', '*', '_id'],
    ...['a\u200bb', 'a\u202eb', 'a\u00adb', 'a\u0000', 'a\u0378', 'a\ue000', '\ud800', '\u3164', 'a\ufe0f', 'e\u0301'],
    ...['аdmin', 'gооgle', 'αdmin', 'ΑΒC', '\u2800', 'a／b', 'a∕b', '😀', 'ꭰꮎ', 'ⲁⲇ'],
  ])('can not be %j, and the sentence says why', name => {
    expect(findNewNameFault(name)).toMatch(/^[A-Z].*\.$/)
  })
})

describe('names that look alike', () => {
  it.each([
    ['Admin', 'admin'],
    ['ADMIN', 'admin'],
    [' admin ', 'admin'],
    ['a  b', 'a b'],
    ['é', 'e\u0301'],
    ['ﬁn', 'fin'],
    ['ａdmin', 'admin'],
    ['straße', 'STRASSE'],
    ['ς', 'σ'],
    ['ΐ', 'ΐ'],
    ['İlker', 'ilker'],
    ['ılker', 'Ilker'],
    ['аԁмін', 'admih'],
    ['сосо', 'coco'],
    ['ΑΒΕ', 'abe'],
    ['ad\u200bmin', 'admin'],
    ['K', 'k'],
  ])('%j and %j have one folded form', (one, other) => {
    expect(foldUserName(one)).toBe(foldUserName(other))
  })

  it('are told from others', () => {
    for (const [one = '', other = ''] of [
      ['ann', 'anna'],
      ['a b', 'ab'],
      ['é', 'e'],
      ['admin1', 'adminl'],
      ['ж', 'x'],
    ]) {
      expect(foldUserName(one)).not.toBe(foldUserName(other))
    }
  })

  it('have a folded form that is its own', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), name => {
        const folded = foldUserName(name)
        expect(foldUserName(folded)).toBe(folded)
      }),
      { numRuns: 1_000, examples: [['\u0000\t\u{e0000}'], ['а\u0301'], ['e\u{e0000}\u0301'], ['I\u{e0000}\u0307']] },
    )
  })
})
