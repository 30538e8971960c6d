import fc from 'fast-check'
import type { PredicateUse } from '../attributes.ts'
import type { RandomFacts } from './facts.ts'
import { binders, leaves, readers } from './naive-leaves.ts'
import type { KleeneTruth, NaiveLeaf, NaiveSituation } from './naive-values.ts'

/** A random expression as a tree, which the naive evaluation goes through, and as the text that is to be parsed. */
export type NaiveExpression =
  | { kind: 'leaf'; text: string; leaf: NaiveLeaf }
  | { kind: 'not'; text: string; child: NaiveExpression }
  | { kind: 'and' | 'or'; text: string; children: readonly NaiveExpression[] }

function treesOver(all: fc.Arbitrary<NaiveLeaf>): fc.Arbitrary<NaiveExpression> {
  const { tree } = fc.letrec<{ tree: NaiveExpression }>(tie => ({
    tree: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      { weight: 2, arbitrary: all.map(leaf => ({ kind: 'leaf' as const, text: leaf.text, leaf })) },
      { weight: 1, arbitrary: tie('tree').map(negate) },
      {
        weight: 3,
        arbitrary: fc
          .tuple(fc.constantFrom('and' as const, 'or' as const), fc.array(tie('tree'), { minLength: 2, maxLength: 3 }))
          .map(([kind, children]) => join(kind, children)),
      },
    ),
  }))
  return tree
}

function negate(child: NaiveExpression): NaiveExpression {
  return { kind: 'not', text: child.kind === 'leaf' ? `not ${child.text}` : `not (${child.text})`, child }
}

function join(kind: 'and' | 'or', children: readonly NaiveExpression[]): NaiveExpression {
  const texts = children.map(child => (child.kind === 'leaf' || child.kind === 'not' ? child.text : `[${child.text}]`))
  return { kind, text: texts.join(` ${kind}\n`), children }
}

/** Draws expressions. Leaves that read bindings follow predicates that bind, so that most of them can be parsed. */
export const expressions: fc.Arbitrary<NaiveExpression> = fc.oneof(
  { weight: 4, arbitrary: treesOver(leaves) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(treesOver(binders), fc.constantFrom('and' as const, 'or' as const), treesOver(fc.oneof(leaves, readers)))
      .map(([first, kind, second]) => join(kind, [first, second])),
  },
)

/** Goes through the whole tree, from left to right; `null` is unknown. */
export function naively(expression: NaiveExpression, given: RandomFacts, use: PredicateUse): KleeneTruth {
  return evaluate(expression, { given, use, bound: new Map() })
}

function evaluate(expression: NaiveExpression, situation: NaiveSituation): KleeneTruth {
  switch (expression.kind) {
    case 'leaf':
      return judgeLeaf(expression.leaf, situation)
    case 'not': {
      const truth = evaluate(expression.child, situation)
      return truth === null ? null : !truth
    }
    case 'and': {
      const truths = expression.children.map(child => evaluate(child, situation))
      return truths.includes(false) ? false : truths.includes(null) ? null : true
    }
    case 'or': {
      const truths = expression.children.map(child => evaluate(child, situation))
      return truths.includes(true) ? true : truths.includes(null) ? null : false
    }
  }
}

function judgeLeaf(leaf: NaiveLeaf, situation: NaiveSituation): KleeneTruth {
  const truth = leaf.judge(situation)
  for (const [name, value] of (truth !== false && leaf.binds?.(situation)) || []) {
    if (truth === null || value === undefined) situation.bound.delete(name)
    else situation.bound.set(name, value)
  }
  return truth
}
