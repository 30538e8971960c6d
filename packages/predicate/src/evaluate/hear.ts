import type { Bindings } from '../attributes.ts'
import type { Exchange } from '../exchange/exchange.ts'
import type { PredicateNode } from './compile.ts'
import { evaluate, evaluateCheck } from './evaluate.ts'

/** What is judged, by which names. */
type HeardOccurrence = { occurrence: Exchange; scope: Bindings }

/**
 * Whether an expression that is true of an occurrence is so by a predicate that names it. What is true of it by other
 * ways was written for requests: `true`, or `not path('/orders')`.
 */
export function hears(node: PredicateNode, heard: HeardOccurrence, isNegated = false): boolean {
  const { occurrence, scope } = heard
  switch (node.kind) {
    case 'check':
      return !isNegated && node.check.hearsOccurrences === true && evaluateCheck(node.check, occurrence, scope) === true
    case 'not':
      return hears(node.child, heard, !isNegated)
    case 'and':
    case 'or': {
      const isJoined = (node.kind === 'and') !== isNegated
      if (isJoined && evaluate(node, occurrence, scope) !== !isNegated) return false
      return node.children.some(child => hears(child, heard, isNegated))
    }
  }
}
