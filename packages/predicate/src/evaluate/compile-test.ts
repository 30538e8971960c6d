import type { Exchange } from '../exchange/exchange.ts'
import { negate, type Truth } from '../truth.ts'
import type { PredicateNode } from './compile.ts'

/** A test that keeps no bindings and stops as soon as the result is known. */
export type CompiledTest = (exchange: Exchange, scope?: undefined) => Truth

/**
 * The tree as one function, for expressions that read no bindings: what is needed lies close together in memory, which is
 * most of the cost where many conditions are tested in turn.
 */
export function compileTest(node: PredicateNode): CompiledTest {
  switch (node.kind) {
    case 'check':
      return node.check.test
    case 'not': {
      const test = compileTest(node.child)
      return exchange => negate(test(exchange))
    }
    case 'and':
    case 'or':
      return node.children.map(compileTest).reduceRight((rest, first) => chain(first, rest, node.kind === 'or'))
  }
}

/** Kleene's `and` and `or` are associative, so that a list of them is a chain of pairs. */
function chain(first: CompiledTest, rest: CompiledTest, decisive: boolean): CompiledTest {
  return exchange => {
    const left = first(exchange)
    if (left === decisive) return left
    const right = rest(exchange)
    return left === 'unknown' && right !== decisive ? left : right
  }
}
