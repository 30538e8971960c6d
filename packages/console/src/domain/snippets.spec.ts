import { execFileSync } from 'node:child_process'
import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { keySnippets, shellWord } from './snippets.ts'

describe('a word of a shell line', () => {
  it('is read as exactly this text', () => {
    const texts = fc.sample(
      fc.string({ unit: 'grapheme' }).filter(text => !text.includes('\0')),
      200,
    )
    const lines = ['a b', "it's", '$HOME `id` $(id)', '', '\\', '"', '!!', ...texts]
    const read = execFileSync('sh', ['-c', `printf '%s\\0' ${lines.map(shellWord).join(' ')}`], { encoding: 'utf8' })
    expect(read.split('\0').slice(0, -1)).toEqual(lines)
  })
})

describe('the lines that try a key', () => {
  it('name the gateway, and read the key from the environment', () => {
    for (const { text } of keySnippets('https://api.example.com')) {
      expect(text).toContain('https://api.example.com/whoami')
      expect(text).toContain('SLUICE_KEY')
      expect(text).not.toContain('slk_')
    }
  })
})
