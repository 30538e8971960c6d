import type { Node } from './compile.ts'

/**
 * Paths (`/a/b`) such that the expression can only be true for a path that is one of them or below one;
 * undefined when it may be true anywhere.
 */
export function prefixesOf(node: Node): readonly string[] | undefined {
  switch (node.kind) {
    case 'check': {
      const { pathPrefixes } = node.check
      return pathPrefixes?.includes('/') ? undefined : pathPrefixes
    }
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

/** Either will do for an `and`: the fewer, then the longer. */
function narrower(a: readonly string[] | undefined, b: readonly string[] | undefined): readonly string[] | undefined {
  if (!a || !b) return a ?? b
  if (a.length !== b.length) return a.length < b.length ? a : b
  return shortest(a) >= shortest(b) ? a : b
}

function shortest(prefixes: readonly string[]): number {
  return Math.min(...prefixes.map(({ length }) => length))
}
