type RequestPart =
  | { kind: 'and' | 'or'; parts: readonly RequestPart[] }
  | { kind: 'call'; name: string; values: readonly string[] }
  | { kind: 'else' }

/** Requests that have these methods and paths; no method stands for any, no path for everywhere. */
type RequestGist = { methods: readonly string[]; paths: readonly string[]; further: number }

const TOKEN = /\s+|'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|([^\s'"()[\]{},=]+)|([()[\]{},=])/y
const MOST_ALTERNATIVES = 3
const PATHS: Readonly<Record<string, (path: string) => string>> = {
  path: path => path,
  'path-prefix': path => (path === '/' ? 'everywhere' : `${path} and below`),
  'path-template': path => path,
  'path-suffix': path => `…${path}`,
}

/**
 * What a predicate lets in, in words: "POST /routes". It is for the eye alone.
 * @returns undefined where a few words would not be true
 */
export function requestWords(predicate: string): string | undefined {
  const whole = readPart(predicate)
  if (!whole) return undefined
  const alternatives = whole.kind === 'or' && !isOneKind(whole) ? whole.parts : [whole]
  const kinds = alternatives.map(kindOf)
  if (kinds.length > MOST_ALTERNATIVES || kinds.includes(undefined)) return undefined
  return kinds.map(kind => kind && wordsOf(kind)).join(' · ')
}

function wordsOf({ methods, paths, further }: RequestGist): string {
  const where = paths.length > 0 ? paths.join(', ') : 'everywhere'
  const what = methods.length > 0 ? methods.join(', ') : 'All'
  const more = further === 0 ? '' : `, on ${further} more ${further === 1 ? 'condition' : 'conditions'}`
  return `${what} ${where}${more}`
}

function kindOf(part: RequestPart): RequestGist | undefined {
  const parts = part.kind === 'and' ? part.parts : [part]
  const methods = parts.filter(one => namesOf(one).every(name => name === 'method'))
  const paths = parts.filter(one => namesOf(one).every(name => name in PATHS))
  if (methods.length > 1 || paths.length > 1) return undefined
  const further = parts.filter(one => !methods.includes(one) && !paths.includes(one) && !isTrue(one)).length
  return { methods: methods.flatMap(valuesOf), paths: paths.flatMap(valuesOf), further }
}

const isTrue = (part: RequestPart): boolean => part.kind === 'call' && part.name === 'true'
/** Whether its alternatives differ in the method alone, or in the path alone. */
const isOneKind = (part: RequestPart): boolean => {
  const names = namesOf(part)
  return names.every(name => name === 'method') || names.every(name => name in PATHS)
}

/** The names of the predicates of alternatives; one that stands for nothing else otherwise. */
function namesOf(part: RequestPart): readonly string[] {
  if (part.kind === 'call') return [part.name]
  return part.kind === 'or' ? part.parts.flatMap(namesOf) : ['']
}

function valuesOf(part: RequestPart): readonly string[] {
  if (part.kind === 'or') return part.parts.flatMap(valuesOf)
  if (part.kind !== 'call') return []
  return part.values.map(value => PATHS[part.name]?.(value) ?? value.toUpperCase())
}

type WordToken = { text: string; isQuoted: boolean }

function tokensOf(text: string): readonly WordToken[] | undefined {
  const tokens: WordToken[] = []
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < text.length) {
    const found = TOKEN.exec(text)
    if (!found) return undefined
    const [, single, double, word, sign] = found
    const quoted = single ?? double
    const value = quoted ?? word ?? sign
    if (value !== undefined) tokens.push({ text: value, isQuoted: quoted !== undefined })
  }
  return tokens
}

/** Reads as much of the language as words can be found for; undefined for anything else. */
function readPart(text: string): RequestPart | undefined {
  const tokens = tokensOf(text)
  if (!tokens || tokens.length === 0) return undefined
  const reader = { tokens, at: 0 }
  const part = readAlternatives(reader)
  return reader.at === tokens.length ? part : undefined
}

type WordReader = { tokens: readonly WordToken[]; at: number }
const isNext = ({ tokens, at }: WordReader, ...texts: string[]): boolean => {
  const next = tokens[at]
  return next !== undefined && !next.isQuoted && texts.includes(next.text)
}
function takes(reader: WordReader, ...texts: string[]): boolean {
  const isTaken = isNext(reader, ...texts)
  if (isTaken) reader.at += 1
  return isTaken
}

const readAlternatives = (reader: WordReader): RequestPart =>
  readJoined(reader, 'or', () => readJoined(reader, 'and', readTerm))

function readJoined(reader: WordReader, kind: 'and' | 'or', read: (reader: WordReader) => RequestPart): RequestPart {
  const parts = [read(reader)]
  while (takes(reader, kind)) parts.push(read(reader))
  const [first, second] = parts
  return first && !second ? first : { kind, parts }
}

function readTerm(reader: WordReader): RequestPart {
  if (takes(reader, 'not')) {
    readTerm(reader)
    return { kind: 'else' }
  }
  if (takes(reader, '(', '[')) {
    const inner = readAlternatives(reader)
    takes(reader, ')', ']')
    return inner
  }
  const name = reader.tokens[reader.at]?.text ?? ''
  reader.at += 1
  return { kind: 'call', name, values: takes(reader, '(', '[') ? readValues(reader) : [] }
}

function readValues(reader: WordReader): readonly string[] {
  const values: string[] = []
  while (reader.at < reader.tokens.length && !takes(reader, ')', ']')) {
    const { text = '', isQuoted } = reader.tokens[reader.at] ?? {}
    reader.at += 1
    const isSign = !isQuoted && ['{', '}', ',', '='].includes(text)
    if (takes(reader, '=')) continue
    if (!isSign) values.push(text)
  }
  return values
}
