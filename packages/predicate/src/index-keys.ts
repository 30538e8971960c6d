import type { Node } from './compile.ts'

/** Where a path may lie. In a template `undefined` stands for any one segment; `hasRest`: at it or below. */
export type Place =
  | { kind: 'anywhere' }
  | { kind: 'path'; path: string }
  | { kind: 'template'; segments: readonly (string | undefined)[]; hasRest: boolean }
  | { kind: 'suffix'; text: string }

/** Under what something is filed in an index; without methods it goes for all of them. */
export type IndexKey = { place: Place; methods?: ReadonlySet<string> }

/**
 * One of `any` fits wherever the expression is true; there may be none: then it is never true. `isWhole`: and it is true
 * wherever one fits. Undefined: nothing is known.
 */
export type Keys = { any: readonly IndexKey[]; isWhole: boolean } | undefined

/**
 * The keys of an expression. Of the parts of an `and` the most selective one decides, narrowed by the methods of the
 * others.
 */
export function keysOf(node: Node): Keys {
  return keysOfEither(node, false)
}

/** `not` is carried down to the predicates: what is negated there says nothing that could be looked up. */
function keysOfEither(node: Node, isNegated: boolean): Keys {
  switch (node.kind) {
    case 'check': {
      const { keys } = node.check
      return isNegated || !keys ? undefined : { any: keys, isWhole: true }
    }
    case 'not':
      return keysOfEither(node.child, !isNegated)
    case 'and':
    case 'or': {
      const children = node.children.map(child => keysOfEither(child, isNegated))
      return (node.kind === 'and') === isNegated ? anyOf(children) : allOf(children)
    }
  }
}

function anyOf(children: readonly Keys[]): Keys {
  const known = children.filter(keys => keys !== undefined)
  if (known.length < children.length) return undefined
  return { any: distinct(known.flatMap(({ any }) => any)), isWhole: known.every(({ isWhole }) => isWhole) }
}

function allOf(children: readonly Keys[]): Keys {
  const known = children.filter(keys => keys !== undefined)
  const [best, ...others] = known.toSorted((a, b) => shareOf(a.any) - shareOf(b.any))
  if (!best) return undefined
  const methods = known.map(({ any }) => methodsOf(any)).reduce(intersect, undefined)
  const isWhole = known.length === children.length && best.isWhole && others.every(saysMethodsOnly)
  if (!methods) return { any: best.any, isWhole }
  return { any: distinct(best.any.map(key => narrow(key, methods)).filter(key => key.methods.size > 0)), isWhole }
}

/** Then `narrow` leaves nothing of it to be tested. */
function saysMethodsOnly({ any, isWhole }: { any: readonly IndexKey[]; isWhole: boolean }): boolean {
  return isWhole && any.every(({ place }) => place.kind === 'anywhere')
}

function narrow({ place, methods }: IndexKey, allowed: ReadonlySet<string>) {
  return { place, methods: intersect(methods, allowed) ?? allowed }
}

/** All methods that some key goes for; undefined where one goes for every method. */
function methodsOf(keys: readonly IndexKey[]): ReadonlySet<string> | undefined {
  const all = new Set<string>()
  for (const { methods } of keys) {
    if (!methods) return undefined
    for (const method of methods) all.add(method)
  }
  return all
}

function intersect(
  a: ReadonlySet<string> | undefined,
  b: ReadonlySet<string> | undefined,
): ReadonlySet<string> | undefined {
  return a && b ? new Set([...a].filter(method => b.has(method))) : (a ?? b)
}

function distinct(keys: readonly IndexKey[]): readonly IndexKey[] {
  const byText = new Map(keys.map(key => [JSON.stringify([key.place, [...(key.methods ?? '*')].sort()]), key]))
  return [...byText.values()]
}

const SHARE_OF_METHOD = 0.3
const SHARE_OF_PATH = 0.0001
const SHARE_OF_SEGMENT = 0.2
const SHARE_OF_CHARACTER = 0.5
const MOST_CHARACTERS = 8

/** A guess at the share of all traffic that the keys let through; only the order of two such guesses matters. */
function shareOf(keys: readonly IndexKey[]): number {
  let share = 0
  for (const { place, methods } of keys) {
    share += shareOfPlace(place) * (methods ? Math.min(1, methods.size * SHARE_OF_METHOD) : 1)
  }
  return share
}

function shareOfPlace(place: Place): number {
  switch (place.kind) {
    case 'anywhere':
      return 1
    case 'path':
      return SHARE_OF_PATH
    case 'template': {
      const literals = place.segments.filter(segment => segment !== undefined).length
      return SHARE_OF_SEGMENT ** literals * (place.hasRest ? 1 : 1 / 2)
    }
    case 'suffix':
      return SHARE_OF_CHARACTER ** Math.min(place.text.length, MOST_CHARACTERS)
  }
}
