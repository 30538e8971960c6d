import { fault, type SyntaxFault } from './syntax.ts'

export type SyntaxToken = {
  kind: 'word' | 'string' | '(' | ')' | '[' | ']' | '{' | '}' | ',' | '=' | 'line-break' | 'end'
  text: string
  offset: number
}

const SPACE = /[^\S\n]+/y
const COMMENT = /#[^\n]*/y
/** `%{…}` and `${…}` belong to the word, whatever stands inside the braces; so does the `{name}` of a path's segment. */
const WORD = /(?:[%$]\{[^}\n]*\}|(?<=\/)\{[\w-]+\}|[^\s()[\]{},='"])+/y

/** The text as tokens, the last one `end`. Line breaks inside brackets mean nothing and are left out. */
export function tokenize(text: string): { kind: 'tokens'; tokens: readonly SyntaxToken[] } | SyntaxFault {
  const tokens: SyntaxToken[] = []
  let offset = 0
  let depth = 0
  let isLineStart = true
  while (offset < text.length) {
    const skipped = skippedLength(text, offset, isLineStart)
    if (skipped > 0) {
      offset += skipped
      continue
    }
    const token = readToken(text, offset)
    if (token.kind === 'fault') return token
    depth = Math.max(0, depth + depthChange(token))
    isLineStart = token.kind === 'line-break'
    if (!isLineStart || depth === 0) tokens.push(token)
    offset = token.end
  }
  tokens.push({ kind: 'end', text: '', offset })
  return { kind: 'tokens', tokens }
}

function skippedLength(text: string, offset: number, isLineStart: boolean): number {
  const space = matchAt(SPACE, text, offset)
  if (space) return space.length
  return isLineStart ? (matchAt(COMMENT, text, offset)?.length ?? 0) : 0
}

function matchAt(pattern: RegExp, text: string, offset: number): string | undefined {
  pattern.lastIndex = offset
  return pattern.exec(text)?.[0]
}

function depthChange({ kind }: SyntaxToken): number {
  if (kind === '(' || kind === '[' || kind === '{') return 1
  return kind === ')' || kind === ']' || kind === '}' ? -1 : 0
}

type ReadToken = SyntaxToken & { end: number }

const SIGNS = new Map<string, SyntaxToken['kind']>([
  ['(', '('],
  [')', ')'],
  ['[', '['],
  [']', ']'],
  ['{', '{'],
  ['}', '}'],
  [',', ','],
  ['=', '='],
  ['\n', 'line-break'],
])

function readToken(text: string, offset: number): ReadToken | SyntaxFault {
  const character = text.charAt(offset)
  const kind = SIGNS.get(character)
  if (kind) return { kind, text: character, offset, end: offset + 1 }
  return character === "'" || character === '"' ? readString(text, offset, character) : readWord(text, offset)
}

/** A backslash before the delimiter makes it a plain character; every other backslash is itself. */
function readString(text: string, offset: number, delimiter: string): ReadToken | SyntaxFault {
  let content = ''
  for (let index = offset + 1; index < text.length; index++) {
    const character = text.charAt(index)
    if (character === delimiter) return { kind: 'string', text: content, offset, end: index + 1 }
    const isEscape = character === '\\' && text.charAt(index + 1) === delimiter
    if (isEscape) index++
    content += isEscape ? delimiter : character
  }
  return fault(offset, `The text that begins here is not closed: ${delimiter} is missing.`)
}

function readWord(text: string, offset: number): ReadToken | SyntaxFault {
  const word = matchAt(WORD, text, offset) ?? text.charAt(offset)
  const end = offset + word.length
  const next = text.charAt(end)
  if (next === "'" || next === '"') {
    return fault(end, 'A quote can not stand inside a word. Put quotes around the whole text.')
  }
  if (next === '{' && /[%$]$/.test(word)) return fault(end - 1, 'This brace is not closed: } is missing.')
  return { kind: 'word', text: word, offset, end }
}
