import type { PredicateNode } from '../evaluate/compile.ts'
import type { IndexKey, IndexPlace } from '../index-key.ts'

/**
 * One of `any` fits wherever the expression is true; there may be none: then it is never true. `isWhole`: and it is true
 * wherever one fits. Undefined: nothing is known.
 */
type ExpressionKeys = { any: readonly IndexKey[]; isWhole: boolean } | undefined

/** How many expressions name a place: what many name tells them apart badly. */
export type Census = Map<string, number>

export function countPlaces(node: PredicateNode, census: Census): void {
  switch (node.kind) {
    case 'check':
      for (const { place } of node.check.keys ?? []) census.set(nameOf(place), (census.get(nameOf(place)) ?? 0) + 1)
      return
    case 'not':
      return countPlaces(node.child, census)
    case 'and':
    case 'or':
      for (const child of node.children) countPlaces(child, census)
  }
}

/**
 * Under which keys an expression is to be filed; undefined: under none. `rest` is what has to be true besides where one of
 * them fits.
 */
export function planFiling(
  root: PredicateNode,
  census: Census,
): { keys: readonly IndexKey[] | undefined; rest: readonly PredicateNode[] } {
  const parts = root.kind === 'and' ? root.children : [root]
  const known = parts.map(node => ({ node, keys: keysOf(node, census) }))
  const best = mostSelective(
    known.map(({ keys }) => keys).filter(keys => keys !== undefined),
    census,
  )
  const rest = known.filter(({ keys }) => !isImplied(keys, best)).map(({ node }) => node)
  return {
    keys: allOf(
      known.map(({ keys }) => keys),
      census,
    )?.any,
    rest,
  }
}

/** The requests for which an expression may be true. */
export type PredicateReach = {
  /** Wherever the expression is true, each list has a key that fits. An expression without lists may be true anywhere. */
  within: readonly (readonly IndexKey[])[]
  /** It is true nowhere that one of these fits. */
  outside: readonly IndexKey[]
}

/** Says where an expression may be true, rather too widely than too narrowly. `not` is carried down to the predicates. */
export function reachOf(node: PredicateNode, isNegated = false): PredicateReach {
  switch (node.kind) {
    case 'check': {
      const { keys } = node.check
      if (!keys) return { within: [], outside: [] }
      return isNegated ? { within: [], outside: keys } : { within: [keys], outside: [] }
    }
    case 'not':
      return reachOf(node.child, !isNegated)
    case 'and':
    case 'or': {
      if ((node.kind === 'and') === isNegated) return reachOfAny(node, isNegated)
      const parts = node.children.map(child => reachOf(child, isNegated))
      return { within: parts.flatMap(({ within }) => within), outside: parts.flatMap(({ outside }) => outside) }
    }
  }
}

function reachOfAny(node: PredicateNode, isNegated: boolean): PredicateReach {
  const keys = keysOf(node, new Map(), isNegated)
  return { within: keys ? [keys.any] : [], outside: [] }
}

/**
 * The keys of an expression. Of the parts of an `and` the most selective one decides, narrowed by the methods of the
 * others. `not` is carried down to the predicates: what is negated there says nothing that could be looked up.
 */
function keysOf(node: PredicateNode, census: Census, isNegated = false): ExpressionKeys {
  switch (node.kind) {
    case 'check': {
      const { keys } = node.check
      return isNegated || !keys ? undefined : { any: keys, isWhole: keys.every(isLookedUpWhole) }
    }
    case 'not':
      return keysOf(node.child, census, !isNegated)
    case 'and':
    case 'or': {
      const children = node.children.map(child => keysOf(child, census, isNegated))
      return (node.kind === 'and') === isNegated ? anyOf(children) : allOf(children, census)
    }
  }
}

function anyOf(children: readonly ExpressionKeys[]): ExpressionKeys {
  const known = children.filter(keys => keys !== undefined)
  if (known.length < children.length) return undefined
  return { any: distinct(known.flatMap(({ any }) => any)), isWhole: known.every(({ isWhole }) => isWhole) }
}

function allOf(children: readonly ExpressionKeys[], census: Census): ExpressionKeys {
  const known = children.filter(keys => keys !== undefined)
  const best = mostSelective(known, census)
  if (!best) return undefined
  const methods = known.map(({ any }) => methodsOf(any)).reduce(intersect, undefined)
  const isWhole = known.length === children.length && known.every(keys => isImplied(keys, best))
  if (!methods) return { any: best.any, isWhole }
  return { any: distinct(best.any.map(key => narrow(key, methods)).filter(key => key.methods.size > 0)), isWhole }
}

function mostSelective(known: readonly ExpressionKeys[], census: Census): ExpressionKeys {
  if (known.length < 2) return known[0]
  const costs = known.map(keys => costOf(keys?.any ?? [], census))
  return known[costs.indexOf(Math.min(...costs))]
}

/**
 * Tells whether nothing of it is left to be tested where one of the best keys fits, narrowed by the methods of the
 * others.
 */
function isImplied(keys: ExpressionKeys, best: ExpressionKeys): boolean {
  return keys?.isWhole === true && (keys === best || keys.any.every(({ place }) => place.kind === 'anywhere'))
}

/** Only the end of a long suffix is looked up, so that a path costs 32 short look-ups at most. */
export const SUFFIX_LENGTH = 32

function isLookedUpWhole({ place }: IndexKey): boolean {
  return place.kind !== 'suffix' || place.text.length <= SUFFIX_LENGTH
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
  if (keys.length < 2) return keys
  const byName = new Map(keys.map(key => [`${[...(key.methods ?? '*')].sort()} ${nameOf(key.place)}`, key]))
  return [...byName.values()]
}

/** The same for the same place. A segment holds no slash, and the sign of a variable can't stand alone in one. */
function nameOf(place: IndexPlace): string {
  switch (place.kind) {
    case 'anywhere':
      return place.kind
    case 'path':
      return `path ${place.path}`
    case 'template':
      return `template ${place.segments.map(segment => segment ?? '{}').join('/')}${place.hasRest ? '/*' : ''}`
    case 'suffix':
      return `suffix ${place.text}`
  }
}

const SHARE_OF_METHOD = 0.3
const SHARE_OF_PATH = 0.0001
const SHARE_OF_SEGMENT = 0.2
const SHARE_OF_SUFFIX = 0.1

/**
 * A guess at how much is tested in vain if an expression is filed under the keys; only the order of two such guesses
 * matters. The share of all traffic that a place lets through, times the number of expressions that name it.
 */
function costOf(keys: readonly IndexKey[], census: Census): number {
  let cost = 0
  for (const { place, methods } of keys) {
    const shareOfMethods = methods ? Math.min(1, methods.size * SHARE_OF_METHOD) : 1
    cost += shareOf(place) * shareOfMethods * (census.get(nameOf(place)) ?? 1)
  }
  return cost
}

function shareOf(place: IndexPlace): number {
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
      return SHARE_OF_SUFFIX
  }
}
