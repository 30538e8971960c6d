import { type Argument, type CallSyntax, fault, type Syntax, type SyntaxFault, type Value } from './syntax.ts'
import { type SyntaxToken, tokenize } from './tokenize.ts'

const MAX_BYTES = 4096
const MAX_DEPTH = 32
const MAX_PREDICATES = 64

type Cursor = { tokens: readonly SyntaxToken[]; position: number; predicates: number }
type Operator = 'and' | 'or'

const END: SyntaxToken = { kind: 'end', text: '', offset: 0 }

/** Reads the grammar alone: names and parameters are not looked at. */
export function parseSyntax(text: string): Syntax | SyntaxFault {
  if (Buffer.byteLength(text) > MAX_BYTES) return fault(0, `The expression is longer than ${MAX_BYTES} bytes.`)
  const tokenized = tokenize(text)
  if (tokenized.kind === 'fault') return tokenized
  const cursor: Cursor = { tokens: tokenized.tokens, position: 0, predicates: 0 }
  skipLineBreaks(cursor)
  if (peek(cursor).kind === 'end') return fault(0, 'The expression is empty. Write "true" to match everything.')
  const tree = parseChain(cursor, 'or', 0)
  if (tree.kind === 'fault') return tree
  skipLineBreaks(cursor)
  return atEnd(peek(cursor)) ?? tree
}

function atEnd(token: SyntaxToken): SyntaxFault | undefined {
  switch (token.kind) {
    case 'end':
      return undefined
    case ')':
    case ']':
    case '}':
      return fault(token.offset, `This ${token.text} closes nothing.`)
    case 'word':
    case 'string':
      return fault(
        token.offset,
        `A second expression begins here${caseHint(token.text)}. Join the two with and, or or.`,
      )
    default:
      return fault(token.offset, `${quoted(token)} can not stand here.`)
  }
}

function caseHint(word: string): string {
  return /^(and|or)$/i.test(word) ? ' (and, or and not are written in lower case)' : ''
}

function parseChain(cursor: Cursor, operator: Operator, depth: number): Syntax | SyntaxFault {
  const first = parseLink(cursor, operator, depth)
  if (first.kind === 'fault') return first
  const children = [first]
  while (takeOperator(cursor, operator)) {
    const child = parseLink(cursor, operator, depth)
    if (child.kind === 'fault') return child
    children.push(child)
  }
  return children.length === 1 ? first : { kind: operator, children }
}

function parseLink(cursor: Cursor, operator: Operator, depth: number): Syntax | SyntaxFault {
  return operator === 'or' ? parseChain(cursor, 'and', depth) : parseOperand(cursor, depth)
}

/** An operator may stand on the next line, and what follows it on the one after. */
function takeOperator(cursor: Cursor, operator: Operator): boolean {
  const start = cursor.position
  skipLineBreaks(cursor)
  const token = peek(cursor)
  if (token.kind === 'word' && token.text === operator) {
    cursor.position++
    skipLineBreaks(cursor)
    return true
  }
  cursor.position = start
  return false
}

function parseOperand(cursor: Cursor, depth: number): Syntax | SyntaxFault {
  const token = take(cursor)
  const { kind, text, offset } = token
  if (kind === 'word' && text !== 'not' && !isOperator(text)) return parseCall(cursor, token)
  const isNot = kind === 'word' && text === 'not'
  if (!isNot && kind !== '(' && kind !== '[') return fault(offset, operandFault(token))
  if (depth >= MAX_DEPTH) return fault(offset, `The expression is nested deeper than ${MAX_DEPTH} levels.`)
  return isNot ? parseNegation(cursor, depth + 1) : parseGroup(cursor, token, depth + 1)
}

function isOperator(word: string): boolean {
  return word === 'and' || word === 'or'
}

function parseNegation(cursor: Cursor, depth: number): Syntax | SyntaxFault {
  const child = parseOperand(cursor, depth)
  return child.kind === 'fault' ? child : { kind: 'not', child }
}

function operandFault(token: SyntaxToken): string {
  switch (token.kind) {
    case 'end':
    case 'line-break':
      return 'A predicate is missing here.'
    case 'string':
      return 'A predicate is expected here, not a text.'
    default:
      return `A predicate is missing before ${quoted(token)}.`
  }
}

function parseGroup(cursor: Cursor, opening: SyntaxToken, depth: number): Syntax | SyntaxFault {
  const inner = parseChain(cursor, 'or', depth)
  if (inner.kind === 'fault') return inner
  return expectClosing(cursor, opening) ?? inner
}

function expectClosing(cursor: Cursor, opening: SyntaxToken): SyntaxFault | undefined {
  const closing = opening.kind === '(' ? ')' : opening.kind === '[' ? ']' : '}'
  const token = take(cursor)
  if (token.kind === closing) return undefined
  if (token.kind === 'end') return fault(opening.offset, `This ${opening.text} is not closed: ${closing} is missing.`)
  return fault(token.offset, `${quoted(token)} can not stand here; ${closing} is expected.`)
}

function parseCall(cursor: Cursor, { text: name, offset }: SyntaxToken): CallSyntax | SyntaxFault {
  if (++cursor.predicates > MAX_PREDICATES) {
    return fault(offset, `The expression has more than ${MAX_PREDICATES} predicates.`)
  }
  const opening = peek(cursor)
  if (opening.kind !== '(' && opening.kind !== '[') return { kind: 'call', name, offset, arguments: [] }
  cursor.position++
  const parsed = parseArguments(cursor, opening)
  return Array.isArray(parsed) ? { kind: 'call', name, offset, arguments: parsed } : parsed
}

/** Values without a name come first and together stand for the default parameter. */
function parseArguments(cursor: Cursor, opening: SyntaxToken): Argument[] | SyntaxFault {
  const unnamed: Value[] = []
  const named: Argument[] = []
  const isClosed = () => peek(cursor).kind === (opening.kind === '(' ? ')' : ']')
  while (!isClosed() || unnamed.length + named.length > 0) {
    const argument = parseArgument(cursor)
    if (argument.kind === 'fault') return argument
    const { name, offset, values } = argument
    if (name !== undefined) named.push({ name, offset, values })
    else if (named.length > 0) return fault(offset, 'A value without a name can not follow a named parameter.')
    else unnamed.push(...values)
    if (peek(cursor).kind !== ',') break
    cursor.position++
  }
  const isDefaultGiven = unnamed.length > 0 || named.length === 0
  const all = isDefaultGiven ? [{ name: undefined, offset: opening.offset, values: unnamed }, ...named] : named
  return expectClosing(cursor, opening) ?? all
}

function parseArgument(cursor: Cursor): ({ kind: 'argument' } & Argument) | SyntaxFault {
  const token = take(cursor)
  const isNamed = token.kind === 'word' && peek(cursor).kind === '='
  if (isNamed) cursor.position++
  const values = parseValues(cursor, isNamed ? take(cursor) : token)
  if (!Array.isArray(values)) return values
  return { kind: 'argument', name: isNamed ? token.text : undefined, offset: token.offset, values }
}

function parseValues(cursor: Cursor, token: SyntaxToken): Value[] | SyntaxFault {
  if (token.kind === '{') return parseList(cursor, token)
  if (token.kind === 'word' || token.kind === 'string') return [{ text: token.text, offset: token.offset }]
  if (token.kind === 'end') return fault(token.offset, 'The expression ends in the middle of the parameters.')
  return fault(token.offset, `A value is expected here, not ${quoted(token)}. Put quotes around special characters.`)
}

function parseList(cursor: Cursor, opening: SyntaxToken): Value[] | SyntaxFault {
  const values: Value[] = []
  while (peek(cursor).kind !== '}' || values.length > 0) {
    const token = take(cursor)
    if (token.kind !== 'word' && token.kind !== 'string') return listFault(token, opening)
    values.push({ text: token.text, offset: token.offset })
    if (peek(cursor).kind !== ',') break
    cursor.position++
  }
  return expectClosing(cursor, opening) ?? values
}

function listFault(token: SyntaxToken, opening: SyntaxToken): SyntaxFault {
  if (token.kind === 'end') return fault(opening.offset, 'This { is not closed: } is missing.')
  return fault(token.offset, `A value is expected in the list, not ${quoted(token)}.`)
}

function quoted(token: SyntaxToken): string {
  if (token.kind === 'end') return 'the end'
  return token.kind === 'line-break' ? 'a line break' : `"${token.text}"`
}

function peek(cursor: Cursor): SyntaxToken {
  return cursor.tokens[cursor.position] ?? END
}

/** The `end` token is never passed, so that every later question is answered by it. */
function take(cursor: Cursor): SyntaxToken {
  const token = peek(cursor)
  if (token.kind !== 'end') cursor.position++
  return token
}

function skipLineBreaks(cursor: Cursor): void {
  while (peek(cursor).kind === 'line-break') cursor.position++
}
