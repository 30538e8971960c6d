import { describe, expect, it } from '@jest/globals'
import { createImportReader, ImportItemTooLongError } from './import-reader.ts'

/** Reads a text in pieces of so many signs. */
function read(text: string, size: number) {
  const reader = createImportReader()
  const found = []
  for (let at = 0; at < text.length; at += size) found.push(...reader.push(text.slice(at, at + size)))
  return [...found, ...reader.end()]
}

describe('the documents of a file', () => {
  it.each([1, 2, 3, 1_000])('are its lines, in pieces of %d signs too', size => {
    const text = '\uFEFF{"a": "x\\n"}\r\n\n  {"b": "{[,]}"}\nno json\n{"c": 1}'
    expect(read(text, size)).toEqual([
      { line: 1, text: '{"a": "x\\n"}' },
      { line: 3, text: '{"b": "{[,]}"}' },
      { line: 4, text: 'no json' },
      { line: 5, text: '{"c": 1}' },
    ])
  })

  it.each([1, 2, 3, 1_000])('are the elements of an array, in pieces of %d signs too', size => {
    const text = '\n[\n  {"a": "]\\"},{", "b": [1, {"c": 2}]},\n  {\n "d": 5.0\n},7, {"e": ","}\n]\n'
    expect(read(text, size)).toEqual([
      { line: 3, text: '{"a": "]\\"},{", "b": [1, {"c": 2}]}' },
      { line: 4, text: '{\n "d": 5.0\n}' },
      { line: 6, text: '7' },
      { line: 6, text: '{"e": ","}' },
    ])
  })

  it.each(['', ' \n\n', '[]', '[ ]'])('are none in %j', text => {
    expect(read(text, 1)).toEqual([])
  })

  it('are never longer than any document may be', () => {
    const reader = createImportReader()
    const piece = 'x'.repeat(1024 * 1024)
    reader.push('{"a": "')
    const pushAll = () => {
      for (let count = 0; count < 17; count += 1) reader.push(piece)
    }
    expect(pushAll).toThrow(ImportItemTooLongError)
  })
})
