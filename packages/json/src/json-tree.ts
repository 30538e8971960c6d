import { getNodeValue, type Node, parseTree } from 'jsonc-parser'

/**
 * A value in a JSON text together with how it was written there: what JavaScript would round, sort or merge (`1.10`,
 * 9007199254740993, a name `"2"` behind a name `"b"`, a name that stands twice) is as it came.
 */
export type JsonNode = {
  readonly kind: 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null'
  /** How it was written, digit by digit. */
  readonly text: string
  /** What `JSON.parse` makes of it, which may have lost digits. */
  value(): unknown
  /** The last value of that name, as `JSON.parse` takes it; undefined of what is no object. */
  member(name: string): JsonNode | undefined
  /** The values of a list; none of what is no list. */
  items(): readonly JsonNode[]
}

/** Every node made here, so that nobody's data is taken for one. */
const nodes = new WeakSet<object>()

export const isJsonNode = (value: unknown): value is JsonNode =>
  typeof value === 'object' && value !== null && nodes.has(value)

/**
 * @param text that `parseJson` has accepted. The parser is recursive: some thousands of levels overflow the stack.
 * @throws RangeError for what is nested too deeply
 */
export function readJsonTree(text: string): JsonNode {
  const root = parseTree(text)
  if (!root) throw new RangeError('There is no JSON in this text.')
  // White space around it is a part of what came.
  return toJsonNode({ ...root, offset: 0, length: text.length }, text)
}

function toJsonNode(node: Node, source: string): JsonNode {
  const { type, offset, length } = node
  const members = once(() => membersOf(node, source))
  const items = once(() => (type === 'array' ? below(node).map(child => toJsonNode(child, source)) : []))
  const created: JsonNode = {
    kind: type === 'property' ? 'null' : type,
    text: source.slice(offset, offset + length),
    value: () => getNodeValue(node),
    member: name => members().get(name),
    items,
  }
  nodes.add(created)
  return created
}

function membersOf(node: Node, source: string): ReadonlyMap<unknown, JsonNode> {
  const members = new Map<unknown, JsonNode>()
  for (const property of node.type === 'object' ? below(node) : []) {
    const [name, value] = below(property)
    if (name && value) members.set(name.value, toJsonNode(value, source))
  }
  return members
}

const below = ({ children = [] }: Node): readonly Node[] => children

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
