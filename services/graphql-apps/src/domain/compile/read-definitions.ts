import { type DocumentNode, GraphQLError, Lexer, parse, Source, Token, TokenKind } from 'graphql'

/** A text of definitions, some of which can't be read. */
export type ReadDefinitions = {
  /** One for each definition that can't be read, with its place in the whole text. */
  errors: readonly GraphQLError[]
  /** The others; undefined where the text can't be told apart into definitions. */
  document: DocumentNode | undefined
  /** The names of types that stand in what can't be read. */
  unreadable: readonly string[]
}

const KEYWORDS = new Set(['schema', 'extend', 'type', 'input', 'enum', 'interface', 'union', 'scalar', 'directive'])
const OPENING: ReadonlySet<string> = new Set([TokenKind.BRACE_L, TokenKind.PAREN_L, TokenKind.BRACKET_L])
const CLOSING: ReadonlySet<string> = new Set([TokenKind.BRACE_R, TokenKind.PAREN_R, TokenKind.BRACKET_R])

/** Definitions that can't be read, beyond which the text counts as one that can't be told apart. */
const MAX_BROKEN = 100

/** Reads each definition of a text that can't be read as a whole by itself. @param first what the whole was refused for */
export function readDefinitions(text: string, first: GraphQLError, maxTokens: number): ReadDefinitions {
  const parts = partsOf(text, startsOf(text, maxTokens) ?? [])
  const broken = parts.filter(({ error }) => error)
  const rest = parts.map(({ own, error }) => (error ? blanked(own) : own)).join('')
  const document = broken.length > 0 && broken.length <= MAX_BROKEN ? parseOrNothing(rest, maxTokens) : undefined
  if (!document) return { errors: [first], document: undefined, unreadable: [] }
  const source = new Source(text)
  const errors = broken.flatMap(({ start, error }) =>
    error ? new GraphQLError(error.message, { source, positions: [start + (error.positions?.[0] ?? 0)] }) : [],
  )
  return { errors, document, unreadable: broken.flatMap(({ own }) => namesIn(own)) }
}

type DefinitionText = { own: string; start: number; error: GraphQLError | undefined }

/** The parts of a text from each of these places to the next one; what stands in front of the first belongs to it. */
function partsOf(text: string, starts: readonly number[]): DefinitionText[] {
  const parts: DefinitionText[] = []
  let broken = 0
  for (const [index, place] of starts.entries()) {
    const start = index === 0 ? 0 : place
    const own = text.slice(start, starts[index + 1] ?? text.length)
    const error = broken > MAX_BROKEN ? undefined : errorOf(own)
    if (error) broken += 1
    parts.push({ own, start, error })
  }
  return parts
}

function errorOf(text: string): GraphQLError | undefined {
  try {
    parse(text)
    return undefined
  } catch (error) {
    if (error instanceof GraphQLError) return error
    throw error
  }
}

/** Where definitions begin: at a keyword outside of all brackets, or at the description in front of it. */
function startsOf(text: string, maxTokens: number): number[] | undefined {
  const starts: number[] = []
  let isBegun = false
  let depth = 0
  for (const [index, token] of tokensOf(text, maxTokens + 1).entries()) {
    if (index === maxTokens || token.kind === TokenKind.SOF) return undefined
    const isStart = depth === 0 && begins(token)
    // What follows a description or "extend" still belongs to it, and so does a name that is a keyword.
    if (starts.length === 0 || (isStart && !isBegun)) starts.push(token.start)
    isBegun = isStart
    depth = Math.max(0, depth + Number(OPENING.has(token.kind)) - Number(CLOSING.has(token.kind)))
  }
  return starts
}

/** The tokens of a text, as many at most; a start in the end where what follows is none. */
function tokensOf(text: string, most: number): Token[] {
  const lexer = new Lexer(new Source(text))
  const tokens: Token[] = []
  try {
    while (tokens.length < most && lexer.advance().kind !== TokenKind.EOF) tokens.push(lexer.token)
    return tokens
  } catch (error) {
    if (error instanceof GraphQLError) return [...tokens, new Token(TokenKind.SOF, 0, 0, 0, 0)]
    throw error
  }
}

const begins = ({ kind, value }: { kind: string; value: string }): boolean =>
  kind === TokenKind.STRING || kind === TokenKind.BLOCK_STRING || (kind === TokenKind.NAME && KEYWORDS.has(value))

/** Spaces in place of a text, so that all else keeps its line and column. */
const blanked = (text: string): string => text.replaceAll(/[^\n\r]/g, ' ')

function parseOrNothing(text: string, maxTokens: number): DocumentNode | undefined {
  try {
    return parse(text, { maxTokens })
  } catch (error) {
    if (error instanceof GraphQLError) return undefined
    throw error
  }
}

/** Where a bracket is missing, what follows can't be told from what it is in. */
const namesIn = (text: string): string[] =>
  [...text.matchAll(/\b(?:type|input|enum|interface|union|scalar)\s+([A-Za-z_]\w*)/g)].flatMap(([, name]) => name ?? [])
