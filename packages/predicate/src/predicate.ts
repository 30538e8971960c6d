import type { PredicateUse } from './attributes.ts'
import { compile, type PredicateNode, type Summary } from './evaluate/compile.ts'
import { type CompiledTest, compileTest } from './evaluate/compile-test.ts'
import { evaluate } from './evaluate/evaluate.ts'
import { explain, type PredicateExplanation } from './evaluate/explain.ts'
import { type Foresight, foresee } from './evaluate/foresee.ts'
import { hears } from './evaluate/hear.ts'
import type { Exchange } from './exchange/exchange.ts'
import { exchangeOf, headersOf } from './exchange/exchange-of.ts'
import { type PredicateReach, reachOf } from './index/index-keys.ts'
import { prefixesOf } from './index/path-prefixes.ts'
import { parseSyntax } from './language/parse-syntax.ts'
import { locate } from './language/position.ts'
import { printSyntax } from './language/print.ts'
import type { SyntaxFault } from './language/syntax.ts'

/** A compiled expression. Immutable; to be used through the functions of this package only. */
export type Predicate = {
  /** Reads no bindings; undefined where the expression does. */
  readonly test: CompiledTest | undefined
  readonly root: PredicateNode
  readonly readsBody: boolean
  /** Some part of it names an occurrence. */
  readonly hearsOccurrences: boolean
  readonly paths: readonly (readonly string[])[]
}

export type ParseResult =
  | { kind: 'parsed'; predicate: Predicate }
  | { kind: 'invalid'; isWellFormed: boolean; line: number; column: number; message: string; caret: string }

/**
 * Reads and compiles an expression of the condition language (docs/reference/conditions.md#grammar).
 * @param use in a `permission` there is no response yet, and `method('GET')` covers HEAD; a `type-resolver` looks at a
 * document and has predicates of its own
 * @returns when invalid: where (counted from 1), what is wrong and what to do, and the line with a caret below it;
 * `isWellFormed` where it follows the grammar, so that a newer version may know what this one does not
 */
export function parsePredicate(text: string, use: PredicateUse): ParseResult {
  const syntax = parseSyntax(text)
  if (syntax.kind === 'fault') return { ...invalid(text, syntax), isWellFormed: false }
  const summary: Summary = {
    use,
    bound: new Set(),
    readsBindings: false,
    readsBody: false,
    hearsOccurrences: false,
    paths: [],
  }
  const root = compile(syntax, summary)
  if (root.kind === 'fault') return { ...invalid(text, root), isWellFormed: true }
  const { readsBindings, readsBody, hearsOccurrences, paths } = summary
  const test = readsBindings ? undefined : compileTest(root)
  return { kind: 'parsed', predicate: Object.freeze({ test, root, readsBody, hearsOccurrences, paths }) }
}

const invalid = (text: string, { offset, message }: SyntaxFault) =>
  ({ kind: 'invalid', message, ...locate(text, offset) }) as const

/** Whether the expression holds; unknown counts as false. Of an occurrence it holds only where a part of it names that. */
export function testPredicate(predicate: Predicate, exchange: Exchange): boolean {
  const { test, root } = predicate
  if (exchange.occurrence !== undefined && !hearsOf(predicate, exchange)) return false
  return (test ? test(exchange) : evaluate(root, exchange, new Map())) === true
}

const hearsOf = ({ root, hearsOccurrences }: Predicate, occurrence: Exchange): boolean =>
  hearsOccurrences && hears(root, { occurrence, scope: new Map() })

/** Whether the expression can be true of an occurrence. */
export const hearsOccurrences = (predicate: Predicate): boolean => predicate.hearsOccurrences

/** What a type resolver says about a value of a document: parsed JSON, or the classes of BSON. */
export function testValue(typeResolver: Predicate, value: unknown): boolean {
  return testPredicate(typeResolver, { ...NO_EXCHANGE, document: value })
}

/** Paths that a type resolver reads of a value; an empty one is the value itself. */
export const pathsRead = ({ paths }: Predicate): readonly (readonly string[])[] => paths

const NO_EXCHANGE = exchangeOf({
  method: '',
  path: '',
  queryString: '',
  headers: headersOf([]),
  user: null,
  remoteAddress: '',
  isSecure: false,
  requestBody: () => undefined,
})

/** The same answer as `testPredicate`, as a tree with the compared values. Values of secret headers are not shown. */
export function explainPredicate(predicate: Predicate, exchange: Exchange): PredicateExplanation {
  const { test, root } = predicate
  const explained = explain(root, exchange, test ? undefined : new Map())
  const isUnheard = exchange.occurrence !== undefined && explained.result === true && !hearsOf(predicate, exchange)
  return isUnheard ? { ...explained, result: 'unknown', reason: UNHEARD } : explained
}

const UNHEARD = 'what Sluice tells of itself is heard by sluice(…) alone'

/**
 * Says what the expression comes to for a request of which method, path, caller and address are known, and nothing else.
 * @param known its query, headers, cookies, body and protocol are not looked at
 */
export function foreseePredicate({ test, root }: Predicate, known: Exchange): Foresight {
  return foresee(root, known, test ? undefined : new Map())
}

/** The expression in its normal form, which reads back as the same tree. */
export function printPredicate({ root }: Predicate): string {
  return printSyntax(root.syntax)
}

/** Whether the request body has to be there before the predicate can be tested. */
export function readsRequestBody({ readsBody }: Predicate): boolean {
  return readsBody
}

/**
 * For an index: the predicate can only be true for a path that is one of these or below one (`/a` covers `/a/b`).
 * @returns undefined when it may be true for any path
 */
export function pathPrefixes({ root }: Predicate): readonly string[] | undefined {
  return prefixesOf(root)
}

/** Tells for which paths and methods the predicate may be true: rather too wide than too narrow. */
export function predicateReach({ root }: Predicate): PredicateReach {
  return reachOf(root)
}
