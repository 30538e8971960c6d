/** Where a text stops being JSON: `offset` in UTF-16 units, `line` and `column` from 1. */
export type JsonFault = { offset: number; line: number; column: number }

// Each token with the blanks in front of it.
const TOKEN =
  /[ \t\n\r]*(?:([{}[\],:])|("(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null))/y
const BLANKS = /[ \t\n\r]*/y

/** What may come next. */
type Expected = 'value' | 'value-or-close' | 'key' | 'key-or-close' | 'colon' | 'comma-or-close' | 'end'
type Reader = { expected: Expected; open: ('{' | '[')[] }

/**
 * Finds the first place where a text can no longer become JSON. Engines tell it in words that change, or not at all.
 * @returns undefined for a text that is JSON
 */
export function findJsonFault(text: string): JsonFault | undefined {
  const reader: Reader = { expected: 'value', open: [] }
  let at = skipBlanks(text, 0)
  while (at < text.length) {
    TOKEN.lastIndex = at
    const token = TOKEN.exec(text)
    if (!token || !accepts(reader, { mark: token[1], isText: token[2] !== undefined })) return position(text, at)
    at = skipBlanks(text, TOKEN.lastIndex)
  }
  return reader.expected === 'end' ? undefined : position(text, at)
}

function skipBlanks(text: string, from: number): number {
  BLANKS.lastIndex = from
  BLANKS.exec(text)
  return BLANKS.lastIndex
}

function position(text: string, offset: number): JsonFault {
  const before = text.slice(0, offset)
  return { offset, line: before.split('\n').length, column: offset - before.lastIndexOf('\n') }
}

type Token = { mark: string | undefined; isText: boolean }

function accepts(reader: Reader, { mark, isText }: Token): boolean {
  if (mark === undefined) return acceptsScalar(reader, isText)
  if (mark === '{' || mark === '[') return opens(reader, mark)
  if (mark === '}' || mark === ']') return closes(reader, mark)
  return separates(reader, mark)
}

function acceptsScalar(reader: Reader, isText: boolean): boolean {
  if (reader.expected === 'key' || reader.expected === 'key-or-close') {
    reader.expected = 'colon'
    return isText
  }
  if (!takesValue(reader)) return false
  endValue(reader)
  return true
}

function opens(reader: Reader, mark: '{' | '['): boolean {
  if (!takesValue(reader)) return false
  reader.open.push(mark)
  reader.expected = mark === '{' ? 'key-or-close' : 'value-or-close'
  return true
}

function closes(reader: Reader, mark: '}' | ']'): boolean {
  const isOpen = reader.open.at(-1) === (mark === '}' ? '{' : '[')
  const empty = mark === '}' ? 'key-or-close' : 'value-or-close'
  if (!isOpen || (reader.expected !== empty && reader.expected !== 'comma-or-close')) return false
  reader.open.pop()
  endValue(reader)
  return true
}

function separates(reader: Reader, mark: string): boolean {
  const wanted = mark === ':' ? 'colon' : 'comma-or-close'
  if (reader.expected !== wanted) return false
  if (mark === ':') reader.expected = 'value'
  else reader.expected = reader.open.at(-1) === '{' ? 'key' : 'value'
  return true
}

const takesValue = ({ expected }: Reader) => expected === 'value' || expected === 'value-or-close'

function endValue(reader: Reader): void {
  reader.expected = reader.open.length > 0 ? 'comma-or-close' : 'end'
}
