import type { Bindings, Scope } from '../attributes.ts'
import type { PredicateCheck } from '../definition.ts'
import type { Exchange } from '../exchange/exchange.ts'
import { combine, negate, type Truth } from '../truth.ts'
import type { PredicateNode } from './compile.ts'

/**
 * Every predicate is evaluated, from left to right, so that what is bound never depends on where evaluation could have
 * stopped. Where nobody reads bindings, `compileTest` gives the same answer sooner.
 */
export function evaluate(node: PredicateNode, exchange: Exchange, scope: Bindings): Truth {
  switch (node.kind) {
    case 'check':
      return evaluateCheck(node.check, exchange, scope)
    case 'not':
      return negate(evaluate(node.child, exchange, scope))
    case 'and':
    case 'or': {
      const decisive = node.kind === 'or'
      let result: Truth = !decisive
      for (const child of node.children) {
        result = combine(result, evaluate(child, exchange, scope), decisive)
      }
      return result
    }
  }
}

/** What a predicate with an unknown result would have bound is unbound: less knowledge never gives another answer. */
export function evaluateCheck(check: PredicateCheck, exchange: Exchange, scope: Scope): Truth {
  const truth = check.test(exchange, scope)
  if (!scope || truth === false) return truth
  if (truth === 'unknown') for (const name of check.binds ?? []) scope.delete(name)
  else check.bind?.(exchange, scope)
  return truth
}
