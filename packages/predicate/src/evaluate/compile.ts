import type { PredicateUse } from '../attributes.ts'
import { catalogueOf, explainMisplaced } from '../catalogue.ts'
import type { PredicateCheck } from '../definition.ts'
import { didYouMean } from '../language/suggest.ts'
import { type CallSyntax, fault, type Syntax, type SyntaxFault } from '../language/syntax.ts'
import type { Operand } from '../operand.ts'
import { readArguments } from './read-arguments.ts'

type CheckNode = { kind: 'check'; syntax: CallSyntax; check: PredicateCheck }
export type PredicateNode =
  | CheckNode
  | { kind: 'not'; syntax: Syntax; child: PredicateNode }
  | { kind: 'and' | 'or'; syntax: Syntax; children: readonly PredicateNode[] }

/** What is known about the expression so far, from left to right. */
export type Summary = {
  use: PredicateUse
  /** Names that a predicate to the left binds. */
  bound: Set<string>
  readsBindings: boolean
  readsBody: boolean
  hearsOccurrences: boolean
  paths: (readonly string[])[]
}

export function compile(syntax: Syntax, summary: Summary): PredicateNode | SyntaxFault {
  switch (syntax.kind) {
    case 'call':
      return compileCall(syntax, summary)
    case 'not': {
      const child = compile(syntax.child, summary)
      return child.kind === 'fault' ? child : { kind: 'not', syntax, child }
    }
    case 'and':
    case 'or': {
      const children: PredicateNode[] = []
      for (const part of syntax.children) {
        const child = compile(part, summary)
        if (child.kind === 'fault') return child
        children.push(child)
      }
      return { kind: syntax.kind, syntax, children }
    }
  }
}

function compileCall(syntax: CallSyntax, summary: Summary): CheckNode | SyntaxFault {
  const catalogue = catalogueOf(summary.use)
  const definition = catalogue.get(syntax.name)
  if (!definition)
    return fault(syntax.offset, explainMisplaced(syntax.name) ?? unknownName(syntax.name, catalogue.keys()))
  const input = readArguments(syntax, definition, summary.use)
  if ('kind' in input) return input
  const operands = definition.parameters.flatMap(({ name }) => input.operands(name))
  const unbound = noteReads(operands, summary)
  if (unbound !== undefined) {
    return fault(
      syntax.offset,
      `\${${unbound}} is bound by no predicate before ${syntax.name}. Write $$ for a dollar sign.`,
    )
  }
  const check = definition.build(input)
  if (check.kind === 'fault') return check
  noteCheck(check, summary)
  return { kind: 'check', syntax, check }
}

function noteCheck(
  { readsBody, hearsOccurrences, readsPaths = [], binds = [] }: PredicateCheck,
  summary: Summary,
): void {
  if (readsBody) summary.readsBody = true
  if (hearsOccurrences) summary.hearsOccurrences = true
  summary.paths.push(...readsPaths)
  for (const name of binds) summary.bound.add(name)
}

function unknownName(name: string, known: Iterable<string>): string {
  const isOperator = /^(and|or|not)$/i.test(name)
  const hint = isOperator ? `. Write ${name.toLowerCase()} in lower case.` : didYouMean(name, known)
  return `There is no predicate "${name}"${hint}`
}

/** @returns the first name that nobody has bound */
function noteReads(operands: readonly Operand[], summary: Summary): string | undefined {
  for (const { parts } of operands) {
    for (const part of parts) {
      if (part.kind === 'literal') continue
      const { binding, needs } = part.attribute
      if (needs === 'body') summary.readsBody = true
      if (binding === undefined) continue
      if (!summary.bound.has(binding)) return binding
      summary.readsBindings = true
    }
  }
  return undefined
}
