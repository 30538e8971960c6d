type ExpectedToken = 'value' | 'value-or-end' | 'key' | 'key-or-end' | 'colon' | 'comma-or-end'
type ScanResult = { kind: 'ok'; end: number } | { kind: 'fault'; at: number }

const WHITESPACE = new Set([' ', '\t', '\n', '\r'])
const HEX_DIGITS = 4
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
/** The longest text that could still become a number. */
const NUMBER_START = /-?(?:(?:0|[1-9]\d*)(?:\.\d+(?:[eE][+-]?\d*)?|\.|[eE][+-]?\d*)?)?/y

/**
 * Finds where a text stops being JSON: the index of the first character that no JSON text could have there, or the
 * length when it only ends too early. V8 does not always say. Does not recurse: depth costs no stack.
 * @returns undefined when it is JSON
 */
export function findJsonFault(text: string): number | undefined {
  const open: OpenBracket[] = []
  let expected: ExpectedToken = 'value'
  let at = skipWhitespace(text, 0)
  while (at < text.length) {
    if (expected === 'comma-or-end' && open.length === 0) return at
    const step = takers[expected](text, at, open)
    if (step.kind === 'fault') return step.at
    expected = step.expected
    at = skipWhitespace(text, step.end)
  }
  return expected === 'comma-or-end' && open.length === 0 ? undefined : text.length
}

type ParseStep = { kind: 'ok'; end: number; expected: ExpectedToken } | { kind: 'fault'; at: number }
type OpenBracket = '{' | '['
type Take = (text: string, at: number, open: OpenBracket[]) => ParseStep

const takeKey: Take = (text, at) =>
  text.charAt(at) === '"' ? after(scanString(text, at), 'colon') : { kind: 'fault', at }

const takers: Record<ExpectedToken, Take> = {
  value: takeValue,
  'value-or-end': (text, at, open) => (text.charAt(at) === ']' ? close(at, open) : takeValue(text, at, open)),
  key: takeKey,
  'key-or-end': (text, at, open) => (text.charAt(at) === '}' ? close(at, open) : takeKey(text, at, open)),
  colon: (text, at) =>
    text.charAt(at) === ':' ? { kind: 'ok', end: at + 1, expected: 'value' } : { kind: 'fault', at },
  'comma-or-end': (text, at, open) => {
    const isObject = open.at(-1) === '{'
    if (text.charAt(at) === (isObject ? '}' : ']')) return close(at, open)
    if (text.charAt(at) !== ',') return { kind: 'fault', at }
    return { kind: 'ok', end: at + 1, expected: isObject ? 'key' : 'value' }
  },
}

function takeValue(text: string, at: number, open: OpenBracket[]): ParseStep {
  const next = text.charAt(at)
  if (next === '{' || next === '[') {
    open.push(next)
    return { kind: 'ok', end: at + 1, expected: next === '{' ? 'key-or-end' : 'value-or-end' }
  }
  return after(scanScalar(text, at), 'comma-or-end')
}

function close(at: number, open: OpenBracket[]): ParseStep {
  open.pop()
  return { kind: 'ok', end: at + 1, expected: 'comma-or-end' }
}

const after = (scan: ScanResult, expected: ExpectedToken): ParseStep =>
  scan.kind === 'ok' ? { ...scan, expected } : scan

function scanScalar(text: string, at: number): ScanResult {
  const next = text.charAt(at)
  if (next === '"') return scanString(text, at)
  const word = ['true', 'false', 'null'].find(literal => literal.startsWith(next))
  return word ? scanWord(text, at, word) : scanNumber(text, at)
}

function scanWord(text: string, at: number, word: string): ScanResult {
  for (let index = 0; index < word.length; index += 1) {
    if (text.charAt(at + index) !== word.charAt(index)) return { kind: 'fault', at: at + index }
  }
  return { kind: 'ok', end: at + word.length }
}

function scanNumber(text: string, at: number): ScanResult {
  const end = endOf(NUMBER, text, at)
  const couldEnd = endOf(NUMBER_START, text, at)
  return end > at && end >= couldEnd ? { kind: 'ok', end } : { kind: 'fault', at: couldEnd }
}

function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return at + (pattern.exec(text)?.[0].length ?? 0)
}

function scanString(text: string, start: number): ScanResult {
  let at = start + 1
  while (at < text.length) {
    const next = text.charAt(at)
    if (next === '"') return { kind: 'ok', end: at + 1 }
    if (next < ' ') return { kind: 'fault', at }
    if (next === '\\') {
      const escaped = scanEscape(text, at + 1)
      if (escaped.kind === 'fault') return escaped
      at = escaped.end
    } else at += 1
  }
  return { kind: 'fault', at: text.length }
}

function scanEscape(text: string, at: number): ScanResult {
  const next = text.charAt(at)
  if (next === '') return { kind: 'fault', at }
  if (next !== 'u') return '"\\/bfnrt'.includes(next) ? { kind: 'ok', end: at + 1 } : { kind: 'fault', at }
  for (let index = at + 1; index <= at + HEX_DIGITS; index += 1) {
    if (!/^[0-9a-fA-F]$/.test(text.charAt(index))) return { kind: 'fault', at: index }
  }
  return { kind: 'ok', end: at + 1 + HEX_DIGITS }
}

function skipWhitespace(text: string, start: number): number {
  let at = start
  while (WHITESPACE.has(text.charAt(at))) at += 1
  return at
}
