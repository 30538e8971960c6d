import { type Node, parseTree } from 'jsonc-parser'

const LONGEST_LINE = 100
const INDENT = '  '
const INT32_LIMIT = 2 ** 31
const FINITE = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i

/** Forms of canonical Extended JSON that plain JSON says as well, so that the type is read back as it was. */
const SHORTER: Readonly<Record<string, (written: string) => string | undefined>> = {
  $numberInt: digits => digits,
  $numberLong: digits => (isPlainLong(Number(digits)) ? digits : undefined),
  $numberDouble: digits => (FINITE.test(digits) ? digits : undefined),
  $date: digits => (isSafe(digits) ? `{"$date": ${digits}}` : undefined),
}

const isSafe = (digits: string): boolean => /^-?\d+$/.test(digits) && Number.isSafeInteger(Number(digits))

/** A smaller whole number without a type would be read as one of 32 bits. */
const isPlainLong = (value: number): boolean =>
  Number.isSafeInteger(value) && (value >= INT32_LIMIT || value < -INT32_LIMIT)

/** A JSON text with its tree, of which parts are written. */
type ParsedExtendedText = { text: string; root: Node | undefined }

const read = (text: string): ParsedExtendedText => ({ text, root: parseTree(text) })

/**
 * Extended JSON on one line, as people write it: `5`, `5.0` and dates stay what they are when they are sent back, and every
 * other type keeps its long form. Numbers and texts are copied digit by digit.
 */
export function shortText(text: string): string {
  const { root } = read(text)
  return root ? oneLine(root, text) : text
}

/** The same on several lines. @param without fields of the object that are left out */
export function printedText(text: string, without: readonly string[] = []): string {
  const { root } = read(text)
  if (root?.type !== 'object') return root ? printed(root, text, '') : text
  const kept = propertiesOf(root).filter(({ name }) => !without.includes(name))
  return block(
    ['{', '}'],
    kept.map(property => printedProperty(property, text, INDENT)),
    '',
  )
}

/** A field of an object: its name, as it is read and as it is written, and its value. */
type TextMember = { name: string; key: Node; value: Node }

/** Lists the fields of an object in their order. */
export function propertiesOf(node: Node): TextMember[] {
  return (node.children ?? []).flatMap(({ children: [key, value] = [] }) =>
    key && value ? [{ name: String(key.value), key, value }] : [],
  )
}

export const sourceOf = ({ offset, length }: Node, text: string): string => text.slice(offset, offset + length)

function oneLine(node: Node, text: string): string {
  if (node.type === 'array') return `[${(node.children ?? []).map(child => oneLine(child, text)).join(', ')}]`
  if (node.type !== 'object') return sourceOf(node, text)
  const fields = propertiesOf(node)
  const written = fields.map(({ key, value }) => `${sourceOf(key, text)}: ${oneLine(value, text)}`)
  return shorterForm(fields) ?? `{${written.join(', ')}}`
}

function shorterForm([field, ...others]: readonly TextMember[]): string | undefined {
  if (field === undefined || others.length > 0) return undefined
  const form = Object.hasOwn(SHORTER, field.name) ? SHORTER[field.name] : undefined
  const written = field.name === '$date' ? longOf(field.value) : field.value
  return typeof written?.value === 'string' ? form?.(written.value) : undefined
}

/** The value behind `$numberLong`, where a date is written by one. */
const longOf = (node: Node): Node | undefined => propertiesOf(node).find(({ name }) => name === '$numberLong')?.value

function printed(node: Node, text: string, indent: string): string {
  const short = oneLine(node, text)
  const isLeaf = !short.startsWith('{') && !short.startsWith('[')
  if (isLeaf || indent.length + short.length <= LONGEST_LINE || isForm(node)) return short
  const inner = indent + INDENT
  return node.type === 'array'
    ? block(
        ['[', ']'],
        (node.children ?? []).map(child => inner + printed(child, text, inner)),
        indent,
      )
    : block(
        ['{', '}'],
        propertiesOf(node).map(property => printedProperty(property, text, inner)),
        indent,
      )
}

/** A value of a type that JSON lacks stays on its line. */
const isForm = (node: Node): boolean => node.type === 'object' && propertiesOf(node)[0]?.name.startsWith('$') === true

const printedProperty = ({ key, value }: TextMember, text: string, indent: string): string =>
  `${indent}${sourceOf(key, text)}: ${printed(value, text, indent)}`

const block = ([begin, end]: readonly [string, string], lines: readonly string[], indent: string): string =>
  lines.length === 0 ? begin + end : `${begin}\n${lines.join(',\n')}\n${indent}${end}`
