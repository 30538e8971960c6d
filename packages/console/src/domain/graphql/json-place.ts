import { findNodeAtLocation, type Node, parseTree } from 'jsonc-parser'

/** A place in a text; line and column count from 1. */
export type TextPlace = { line: number; column: number }

/**
 * Finds where the value of a path stands in a JSON text; of a path that leads further than the text, its nearest parent.
 * @param path the names on the way, as the API joins them by dots: a name that holds dots is found too
 */
export function jsonPlace(text: string, path: string): TextPlace {
  const root = parseTree(text)
  if (root === undefined) return { line: 1, column: 1 }
  return placeOf(text, deepest(root, path === '' ? [] : path.split('.')).offset)
}

/** Follows a path as far as there is something: of two names that both begin it, the longer one. */
function deepest(node: Node, parts: readonly string[]): Node {
  for (let length = parts.length; length > 0; length -= 1) {
    const name = parts.slice(0, length).join('.')
    const child = findNodeAtLocation(node, [node.type === 'array' ? Number(name) : name])
    if (child !== undefined) return deepest(child, parts.slice(length))
  }
  return node
}

/** @param offset in a text, from 0 */
export function placeOf(text: string, offset: number): TextPlace {
  const lines = text.slice(0, offset).split('\n')
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 }
}
