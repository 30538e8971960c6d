import { textPosition } from '@sluice/json'
import mustache from 'mustache'
import { z } from 'zod'

export type TemplateNode =
  | { kind: 'text'; text: string }
  | { kind: 'value'; path: readonly string[]; isRaw: boolean }
  | { kind: 'section'; path: readonly string[]; isInverted: boolean; children: readonly TemplateNode[] }

export type Template = readonly TemplateNode[]
export type TemplateResult =
  | { kind: 'template'; template: Template }
  | { kind: 'invalid'; message: string; line: number; column: number }

const MAX_TEMPLATE_BYTES = 64 * 1024
const MAX_DEPTH = 32
// Mustache searches a tag's end with a regular expression that is quadratic in blanks; short tags keep it cheap.
const MAX_TAG_LENGTH = 500

type TemplateFault = { message: string; at: number }

/** Parses a Mustache template without partials, lambdas and delimiter changes (docs/reference/webhooks.md#templates). Lines and columns count from 1. */
export function parseTemplate(text: string): TemplateResult {
  if (Buffer.byteLength(text) > MAX_TEMPLATE_BYTES)
    return invalid(text, { message: 'A template may have 64 KiB.', at: 0 })
  const fault = findTagFault(text)
  if (fault) return invalid(text, fault)
  const tokens = readTokens(text)
  if (tokens.kind === 'fault') return invalid(text, tokens)
  const tooDeep = findTooDeep(tokens.tokens, 0)
  if (tooDeep !== undefined)
    return invalid(text, { message: `Sections nest deeper than ${MAX_DEPTH} levels.`, at: tooDeep })
  return { kind: 'template', template: tokens.tokens.flatMap(toNode) }
}

function invalid(text: string, { message, at }: TemplateFault): TemplateResult {
  const { line, column } = textPosition(text, at)
  return { kind: 'invalid', message: `${message} (line ${line}, column ${column})`, line, column }
}

/** Finds tags that have no end, are too long, or are of a kind that is not allowed. Walks the text as mustache does. */
function findTagFault(text: string): TemplateFault | undefined {
  let at = text.indexOf('{{')
  while (at !== -1) {
    const opening = /\{\{\s*([#^/>{&=!]?)/y
    opening.lastIndex = at
    const kind = opening.exec(text)?.[1]
    const closing = kind === '{' ? '}}}' : '}}'
    const end = text.indexOf(closing, opening.lastIndex)
    const message = judgeTag(kind, end === -1 ? undefined : end - at)
    if (message) return { message, at }
    at = text.indexOf('{{', end + closing.length)
  }
  return undefined
}

function judgeTag(kind: string | undefined, length: number | undefined): string | undefined {
  if (kind === '>') return 'Partials ({{> name}}) are not available.'
  if (kind === '=') return 'Delimiters can not be changed.'
  if (length === undefined)
    return kind === '{' ? 'This tag has no end: "}}}" is missing.' : 'This tag has no end: "}}" is missing.'
  return length > MAX_TAG_LENGTH ? `A tag may have ${MAX_TAG_LENGTH} characters.` : undefined
}

type TemplateToken = {
  symbol: '#' | '^' | '&' | 'name' | 'text' | '!'
  value: string
  start: number
  children: TemplateToken[]
}

// Mustache gives tokens as arrays: symbol, value, start, end and, of a section, its tokens and the start of its end tag.
const token: z.ZodType<TemplateToken> = z.lazy(() =>
  z
    .tuple([z.enum(['#', '^', '&', 'name', 'text', '!']), z.string(), z.number(), z.number()])
    .rest(z.unknown())
    .transform(([symbol, value, start, , children]) => ({
      symbol,
      value,
      start,
      children: Array.isArray(children) ? z.array(token).parse(children) : [],
    })),
)

type Tokens = { kind: 'tokens'; tokens: TemplateToken[] } | ({ kind: 'fault' } & TemplateFault)

function readTokens(text: string): Tokens {
  // A writer of its own: the library's shared one keeps every template for ever.
  const writer = new mustache.Writer()
  try {
    return { kind: 'tokens', tokens: z.array(token).parse(writer.parse(text)) }
  } catch (error) {
    if (error instanceof z.ZodError) throw error
    const message = error instanceof Error ? error.message : String(error)
    const [, what = message, position = '0'] = /^(.*) at (\d+)$/s.exec(message) ?? []
    return { kind: 'fault', message: `${what}.`, at: Number(position) }
  }
}

function findTooDeep(tokens: readonly TemplateToken[], depth: number): number | undefined {
  for (const { children, start } of tokens) {
    if (children.length === 0) continue
    if (depth >= MAX_DEPTH) return start
    const found = findTooDeep(children, depth + 1)
    if (found !== undefined) return found
  }
  return undefined
}

function toNode({ symbol, value, children }: TemplateToken): TemplateNode[] {
  switch (symbol) {
    case 'text':
      return [{ kind: 'text', text: value }]
    case 'name':
      return [{ kind: 'value', path: toPath(value), isRaw: false }]
    case '&':
      return [{ kind: 'value', path: toPath(value), isRaw: true }]
    case '#':
    case '^':
      return [{ kind: 'section', path: toPath(value), isInverted: symbol === '^', children: children.flatMap(toNode) }]
    case '!':
      return []
  }
}

/** `.` is the current value: the empty path. */
const toPath = (name: string): string[] => (name === '.' ? [] : name.split('.'))
