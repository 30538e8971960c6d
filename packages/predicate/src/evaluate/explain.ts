import type { Scope } from '../attributes.ts'
import type { Exchange } from '../exchange/exchange.ts'
import { printSyntax } from '../language/print.ts'
import { combine, negate, type Truth } from '../truth.ts'
import type { PredicateNode } from './compile.ts'
import { evaluateCheck } from './evaluate.ts'

/** Why an expression is what it is: for each part its text, its result and, as a sentence, the values that decided. */
export type PredicateExplanation = {
  text: string
  result: Truth
  reason: string
  children?: readonly PredicateExplanation[]
}

/** How many of the parts that decided are named in the reason of the whole; the tree has them all. */
const MAX_REASONS = 3

export function explain(node: PredicateNode, exchange: Exchange, scope: Scope): PredicateExplanation {
  const text = printSyntax(node.syntax)
  switch (node.kind) {
    case 'check': {
      // Before the bindings of this predicate replace what it compared.
      const because = node.check.because(exchange, scope)
      const result = evaluateCheck(node.check, exchange, scope)
      return { text, result, reason: `${text} is ${result}: ${because}` }
    }
    case 'not': {
      const child = explain(node.child, exchange, scope)
      return { text, result: negate(child.result), reason: child.reason, children: [child] }
    }
    case 'and':
    case 'or': {
      const children = node.children.map(child => explain(child, exchange, scope))
      const decisive = node.kind === 'or'
      const result = children.reduce<Truth>((truth, child) => combine(truth, child.result, decisive), !decisive)
      return { text, result, reason: reasonOf(children, result), children }
    }
  }
}

function reasonOf(children: readonly PredicateExplanation[], result: Truth): string {
  const deciding = children.filter(child => child.result === result)
  const more = deciding.length > MAX_REASONS ? `; and ${deciding.length - MAX_REASONS} more` : ''
  return `${deciding
    .slice(0, MAX_REASONS)
    .map(({ reason }) => reason)
    .join('; ')}${more}`
}
