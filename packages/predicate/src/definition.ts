import type { Bindings, PredicateUse, Scope } from './attributes.ts'
import type { Exchange } from './exchange/exchange.ts'
import type { IndexKey } from './index-key.ts'
import type { JsonTemplate } from './json-template.ts'
import type { SyntaxFault, Value } from './language/syntax.ts'
import type { Operand } from './operand.ts'
import type { Truth } from './truth.ts'

/** One predicate of an expression, compiled. */
export type PredicateCheck = {
  kind: 'check'
  test(exchange: Exchange, scope?: Scope): Truth
  /** The compared values, as half a sentence: "the method was GET". */
  because(exchange: Exchange, scope: Scope): string
  /** Names that it binds when it is true. */
  binds?: readonly string[]
  /** Called after `test` was true, where somebody reads a binding. */
  bind?(exchange: Exchange, bindings: Bindings): void
  /** For an index: it is true for an exchange if, and only if, one of these fits. */
  keys?: readonly IndexKey[]
  /** It reads the request body itself, not through an attribute. */
  readsBody?: boolean
  /** It can be true of an occurrence, and lets the expression hear of it. */
  hearsOccurrences?: boolean
  /** Paths of the document that it reads; an empty one is the document itself. */
  readsPaths?: readonly (readonly string[])[]
}

/** `text`: taken as it stands. `operand`: may hold attributes. `json`: JSON text that may. The plural forms take a list. */
export type Parameter = {
  name: string
  takes: 'text' | 'texts' | 'operand' | 'operands' | 'json' | 'jsons'
  /** Used when it is left out; without one it is required. */
  fallback?: string
  /** How few values a list may have; 1 unless told. */
  minimum?: number
  /** An empty text is accepted. */
  mayBeEmpty?: boolean
}

/** The arguments of one call, checked against the parameters: present, as many as allowed, attributes compiled. */
export type CallInput = {
  use: PredicateUse
  offset: number
  texts(parameter: string): readonly Value[]
  /** The only value. */
  text(parameter: string): Value
  operands(parameter: string): readonly Operand[]
  operand(parameter: string): Operand
  jsons(parameter: string): readonly JsonTemplate[]
  json(parameter: string): JsonTemplate
}

/** One predicate of the language. */
export type Definition = {
  parameters: readonly Parameter[]
  /** The parameter that values without a name belong to. */
  defaultParameter?: string
  build(input: CallInput): PredicateCheck | SyntaxFault
}

/** Tells a flag from its text; undefined when it is none. */
export function readFlag(text: string): boolean | undefined {
  return text === 'true' ? true : text === 'false' ? false : undefined
}
