import { describe, expect, it } from '@jest/globals'
import { displayNameFault, displayTextFault } from './display-text.ts'

describe('a name that is shown', () => {
  it.each([
    'my script',
    'Zürich – ночь',
    '日本語',
    'العربية',
    'e\u0301',
    'می‌خواهم',
    '👩‍👩‍👧',
    '🏴',
    '👍🏽',
    '❤️‍🔥',
    '<b>&"\'',
    ' ',
  ])('can be "%s"', name => {
    expect(displayNameFault(name)).toBeUndefined()
  })

  it.each([
    ['a\0', '0000'],
    ['a\nb', '000A'],
    ['a\tb', '0009'],
    ['a\u007f', '007F'],
    ['a\u0085b', '0085'],
    ['a\u00ad', '00AD'],
    ['\u202Egnp.exe', '202E'],
    ['a\u2066b', '2066'],
    ['a\u200Fb', '200F'],
    ['a\u200Bb', '200B'],
    ['a\u2028b', '2028'],
    ['\uFEFFa', 'FEFF'],
    ['admin\u200D', '200D'],
    ['7\u200C7', '200C'],
    ['a\u{E0041}', 'E0041'],
  ])('can not be %j, and the message names the character', (name, code) => {
    expect(displayNameFault(name)).toContain(`U+${code}`)
  })

  it('can not be ill-formed', () => {
    for (const name of ['\ud800', 'a\udc00b']) expect(displayNameFault(name)).toContain('well-formed')
  })
})

describe('a text that is shown', () => {
  it('may have lines and tabs, and nothing else that is not seen', () => {
    expect(displayTextFault('one\r\n\ttwo')).toBeUndefined()
    expect(displayTextFault('one\n\u202Etwo')).toContain('U+202E')
    expect(displayTextFault('one\0')).toContain('U+0000')
  })
})
