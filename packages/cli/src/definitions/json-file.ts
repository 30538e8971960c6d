import { findJsonFault, textPosition } from '@sluice/json'
import { getNodeValue, type Node, parseTree } from 'jsonc-parser'

/** What is wrong with a file, and where. */
export type FileFault = { file: string; line: number; column: number; message: string }

export const faultText = ({ file, line, column, message }: FileFault): string => `${file}:${line}:${column}: ${message}`

export type JsonFile = {
  file: string
  value: unknown
  /** The fault of a place: `mappings.Query.a`, or the nearest one above it that is there. */
  fault(path: string, message: string): FileFault
}

/** Reads a JSON file strictly: no name twice, no number that a program would round. */
export function readJsonFile(file: string, text: string): { read: JsonFile } | { faults: FileFault[] } {
  const at = findJsonFault(text)
  if (at !== undefined) {
    const what = at >= text.length ? 'The text ends too early: this is no JSON.' : 'This is no JSON from here on.'
    return { faults: [{ file, ...textPosition(text, at), message: what }] }
  }
  const root = readTree(text)
  if (root === undefined) return { faults: [{ file, line: 1, column: 1, message: 'This is nested too deeply.' }] }
  const faults = [...findFaults(root, text)].map(({ offset, message }) => ({
    file,
    ...textPosition(text, offset),
    message,
  }))
  if (faults.length > 0) return { faults }
  return {
    read: {
      file,
      value: getNodeValue(root),
      fault: (path, message) => ({ file, ...textPosition(text, findNode(root, path).offset), message }),
    },
  }
}

function readTree(text: string): Node | undefined {
  try {
    return parseTree(text)
  } catch {
    return undefined
  }
}

type NodeFault = { offset: number; message: string }

function* findFaults(node: Node, text: string): Generator<NodeFault> {
  const { type, children = [], offset, length } = node
  if (type === 'object') yield* doubledNames(children)
  if (type === 'number' && isRounded(text.slice(offset, offset + length), node.value)) {
    yield { offset, message: 'This number would be rounded. Write {"$numberLong": "…"} or {"$numberDecimal": "…"}.' }
  }
  for (const child of children) yield* findFaults(child, text)
}

function* doubledNames(properties: readonly Node[]): Generator<NodeFault> {
  const names = new Set<unknown>()
  for (const { children: [name] = [] } of properties) {
    if (name === undefined) continue
    if (names.has(name.value))
      yield { offset: name.offset, message: `"${String(name.value)}" stands twice in this object.` }
    names.add(name.value)
  }
}

const isRounded = (text: string, value: number): boolean =>
  !Number.isFinite(value) || (/^-?\d+$/.test(text) && !Number.isSafeInteger(value))

/** The node of a dotted path. A name may have dots itself: the longest one that fits is taken. */
function findNode(root: Node, path: string): Node {
  let node = root
  let rest = path
  while (rest !== '') {
    const step = stepInto(node, rest)
    if (step === undefined) return node
    node = step.node
    rest = step.rest
  }
  return node
}

function stepInto({ type, children = [] }: Node, path: string): { node: Node; rest: string } | undefined {
  if (type === 'array') {
    const [, index = '', rest = ''] = /^(\d+)(?:\.(.*))?$/s.exec(path) ?? []
    const item = index === '' ? undefined : children[Number(index)]
    return item && { node: item, rest }
  }
  const fitting = children
    .map(({ children: [name, value] = [] }) => ({ name: String(name?.value), node: value }))
    .filter(({ name }) => path === name || path.startsWith(`${name}.`))
    .toSorted((one, other) => other.name.length - one.name.length)
  const [best] = fitting
  return best?.node && { node: best.node, rest: path.slice(best.name.length + 1) }
}
