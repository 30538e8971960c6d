import type { Scope } from '../attributes.ts'
import type { Exchange } from '../exchange/exchange.ts'
import { printSyntax } from '../language/print.ts'
import { combine, negate, type Truth } from '../truth.ts'
import type { Node } from './compile.ts'
import { evaluateCheck } from './evaluate.ts'

/** Why an expression is what it is: for each part its text, its result and, as a sentence, the values that decided. */
export type Explanation = { text: string; result: Truth; reason: string; children?: readonly Explanation[] }

/** How many of the parts that decided are named in the reason of the whole; the tree has them all. */
const MAX_REASONS = 3

export function explain(node: Node, exchange: Exchange, scope: Scope): Explanation {
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

function reasonOf(children: readonly Explanation[], result: Truth): string {
  const deciding = children.filter(child => child.result === result)
  const more = deciding.length > MAX_REASONS ? `; and ${deciding.length - MAX_REASONS} more` : ''
  return `${deciding
    .slice(0, MAX_REASONS)
    .map(({ reason }) => reason)
    .join('; ')}${more}`
}
