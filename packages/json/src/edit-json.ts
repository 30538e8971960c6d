import { type Edit, format, type Node, parseTree } from 'jsonc-parser'

/**
 * Carries a change over into a JSON text: whatever the changed value has in common with the text stays as it was written,
 * digit by digit. An object in which a name stands twice is written anew, as only one of the two is known to be changed.
 * @param text that `parseJson` has accepted
 * @param changed JSON values
 * @throws RangeError for what is nested too deeply
 */
export function editJson(text: string, changed: unknown): string {
  const root = parseTree(text)
  const edits: Edit[] = []
  if (root) compare(root, changed, edits)
  return joinEdits(text, edits)
}

/** Two blanks a level, for people; it means the same to a program. @param text that is JSON */
export const indentJson = (text: string): string =>
  joinEdits(text, format(text, undefined, { insertSpaces: true, tabSize: 2, eol: '\n' }))

/** In linear time, which the library's own function does not take. @param edits in the order of the text */
function joinEdits(text: string, edits: readonly Edit[]): string {
  const parts: string[] = []
  let at = 0
  for (const { offset, length, content } of edits) {
    parts.push(text.slice(at, offset), content)
    at = offset + length
  }
  return parts.join('') + text.slice(at)
}

function compare(node: Node, changed: unknown, edits: Edit[]): void {
  const inner = pairsOf(node, changed)
  if (inner) for (const [child, value] of inner) compare(child, value, edits)
  else if (!isSame(node, changed)) {
    edits.push({ offset: node.offset, length: node.length, content: JSON.stringify(changed) ?? 'null' })
  }
}

type Pairs = [Node, unknown][]

/** The nodes below one, each with what became of it; undefined where only the whole can be compared. */
function pairsOf({ type, children = [] }: Node, changed: unknown): Pairs | undefined {
  if (typeof changed !== 'object' || changed === null) return undefined
  if (type === 'array') return Array.isArray(changed) ? pairItems(children, changed) : undefined
  return type === 'object' && !Array.isArray(changed) ? pairMembers(children, changed) : undefined
}

function pairItems(items: readonly Node[], changed: readonly unknown[]): Pairs | undefined {
  return items.length === changed.length ? items.map((item, index) => [item, changed[index]]) : undefined
}

function pairMembers(properties: readonly Node[], changed: object): Pairs | undefined {
  const pairs = properties.flatMap(({ children: [name, value] = [] }): Pairs => {
    const isKept = name && value && Object.hasOwn(changed, name.value)
    return isKept ? [[value, Reflect.get(changed, name.value)]] : []
  })
  const names = new Set(properties.map(({ children: [name] = [] }) => name?.value))
  const isWhole = names.size === properties.length && pairs.length === names.size
  return isWhole && Object.keys(changed).length === names.size ? pairs : undefined
}

const isSame = ({ type, value }: Node, changed: unknown): boolean =>
  type !== 'object' && type !== 'array' && (type === 'null' ? changed === null : value === changed)
