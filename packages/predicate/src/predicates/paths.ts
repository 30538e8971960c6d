import type { Scope } from '../attributes.ts'
import type { CallInput, Definition, PredicateCheck } from '../definition.ts'
import type { Exchange } from '../exchange/exchange.ts'
import type { IndexPlace } from '../index-key.ts'
import { fault, type SyntaxFault } from '../language/syntax.ts'
import { type Operand, resolvePath, shorten } from '../operand.ts'
import type { Truth } from '../truth.ts'

const SLASH = 47

type PathKind = {
  parameter: string
  normalise(pattern: string): string
  matches(path: string, pattern: string): boolean
  placeOf(pattern: string): IndexPlace
  /** The value of `${remaining}`. */
  remaining?(path: string, pattern: string): string
}

const exact: PathKind = {
  parameter: 'path',
  normalise: normalisePath,
  matches: (path, pattern) => path === pattern,
  placeOf: pattern => ({ kind: 'path', path: pattern }),
}

const prefix: PathKind = {
  parameter: 'path',
  normalise: normalisePath,
  matches: isBelow,
  placeOf: pattern => ({ kind: 'template', segments: pattern.split('/').filter(Boolean), hasRest: true }),
  remaining: (path, pattern) => (pattern === '/' ? path : path.slice(pattern.length)),
}

const suffix: PathKind = {
  parameter: 'path',
  normalise: pattern => withoutTrailingSlash(pattern.replaceAll(/\/{2,}/g, '/')),
  matches: (path, pattern) => path.endsWith(pattern),
  placeOf: pattern => ({ kind: 'suffix', text: pattern }),
}

export const path: Definition = define(exact)
export const pathPrefix: Definition = define(prefix)
export const pathSuffix: Definition = define(suffix)

function define(kind: PathKind): Definition {
  return {
    parameters: [{ name: kind.parameter, takes: 'operands' }],
    defaultParameter: kind.parameter,
    build: input => buildPathCheck(kind, input),
  }
}

/** Builds the test of a path. A pattern without attributes costs a request one comparison and no allocation. */
function buildPathCheck(kind: PathKind, { operands, offset }: CallInput): PredicateCheck | SyntaxFault {
  const all = operands(kind.parameter)
  const isFixed = all.every(operand => operand.literal !== undefined)
  // The longest first, so that ${remaining} is what the closest pattern leaves.
  const fixed = all.map(({ literal }) => kind.normalise(literal ?? '')).sort((a, b) => b.length - a.length)
  if (isFixed && fixed.includes('')) return fault(offset, 'A path must not be empty.')
  const patterns = (exchange: Exchange, scope: Scope) =>
    isFixed ? fixed : bindPatterns(kind, all, { exchange, scope })
  const check: PredicateCheck = {
    kind: 'check',
    test: isFixed
      ? testFixed(kind.matches, fixed)
      : (exchange, scope) => testAny(kind, patterns(exchange, scope), exchange),
    because: (exchange, scope) =>
      patterns(exchange, scope)
        ? `the path was ${shorten(exchange.path)}`
        : 'a value that the path is compared with is not there, or is not one segment',
  }
  if (isFixed) check.keys = fixed.map(pattern => ({ place: kind.placeOf(pattern) }))
  const { remaining } = kind
  if (!remaining) return check
  return {
    ...check,
    binds: ['remaining'],
    bind(exchange, bindings) {
      const closest = patterns(exchange, bindings)?.find(pattern => kind.matches(exchange.path, pattern))
      if (closest !== undefined) bindings.set('remaining', remaining(exchange.path, closest))
    },
  }
}

function testFixed(matches: PathKind['matches'], patterns: readonly string[]): PredicateCheck['test'] {
  const [only = '', ...more] = patterns
  if (more.length === 0) return ({ path }) => matches(path, only)
  return ({ path }) => patterns.some(pattern => matches(path, pattern))
}

function testAny({ matches }: PathKind, patterns: readonly string[] | undefined, { path }: Exchange): Truth {
  return patterns?.some(pattern => matches(path, pattern)) ?? 'unknown'
}

function bindPatterns(
  kind: PathKind,
  operands: readonly Operand[],
  { exchange, scope }: { exchange: Exchange; scope: Scope },
): string[] | undefined {
  const patterns: string[] = []
  for (const operand of operands) {
    const text = resolvePath(operand, exchange, scope)
    if (text === undefined) return undefined
    patterns.push(kind.normalise(text))
  }
  return patterns.sort((a, b) => b.length - a.length)
}

/** A leading slash is added; doubled and trailing ones don't count. */
export function normalisePath(text: string): string {
  return text === '' ? '' : `/${text.split('/').filter(Boolean).join('/')}`
}

function withoutTrailingSlash(text: string): string {
  return text.length > 1 && text.endsWith('/') ? text.slice(0, -1) : text
}

function isBelow(path: string, pattern: string): boolean {
  if (!path.startsWith(pattern)) return false
  return path.length === pattern.length || pattern === '/' || path.charCodeAt(pattern.length) === SLASH
}
