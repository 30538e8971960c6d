import type { PredicateNode } from '../evaluate/compile.ts'
import type { IndexPlace } from '../index-key.ts'

/**
 * Paths (`/a/b`) such that the expression can only be true for a path that is one of them or below one;
 * undefined when it may be true anywhere.
 */
export function prefixesOf(node: PredicateNode): readonly string[] | undefined {
  switch (node.kind) {
    case 'check':
      return confine(node.check.keys?.map(({ place }) => startOf(place)))
    case 'not':
      return undefined
    case 'or': {
      const all = node.children.map(prefixesOf)
      return all.includes(undefined) ? undefined : [...new Set(all.flatMap(prefixes => prefixes ?? []))]
    }
    case 'and':
      return node.children.map(prefixesOf).reduce(narrower, undefined)
  }
}

function confine(starts: readonly string[] | undefined): readonly string[] | undefined {
  return starts?.includes('/') ? undefined : starts
}

/** The path at or below which a place lies. */
function startOf(place: IndexPlace): string {
  switch (place.kind) {
    case 'path':
      return place.path
    case 'template': {
      const end = place.segments.indexOf(undefined)
      return `/${place.segments.slice(0, end < 0 ? undefined : end).join('/')}`
    }
    case 'anywhere':
    case 'suffix':
      return '/'
  }
}

/** Either will do for an `and`: the fewer, then the longer. */
function narrower(a: readonly string[] | undefined, b: readonly string[] | undefined): readonly string[] | undefined {
  if (!a || !b) return a ?? b
  if (a.length !== b.length) return a.length < b.length ? a : b
  return shortest(a) >= shortest(b) ? a : b
}

function shortest(prefixes: readonly string[]): number {
  return Math.min(...prefixes.map(({ length }) => length))
}
