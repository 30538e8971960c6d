import { isObject } from '../json-values.ts'

/** What stands for a value that is not in the file. */
type ValueReference = { kind: 'var' | 'secret'; name: string }

type TextPart = { text: string } | { reference: ValueReference }

const FORM = /\$\$\{|\$\{(var|secret):([A-Z][A-Z0-9_]{0,99})\}/g

/** Where the values of references come from. @returns undefined where it has none */
export type ReferenceValues = (reference: ValueReference) => string | undefined

/** How references are written, in words. */
export const REFERENCE_FORMS = `Write \${var:NAME} or \${secret:NAME}, with a name of A-Z, 0-9 and _; a plain \${ is $\${.`

/** A text of a file in its parts. `$${` is a plain `${`. */
function partsOf(text: string): TextPart[] {
  const parts: TextPart[] = []
  let at = 0
  for (const found of text.matchAll(FORM)) {
    const [whole, kind, name = ''] = found
    parts.push({ text: text.slice(at, found.index) })
    if (kind === 'var' || kind === 'secret') parts.push({ reference: { kind, name } })
    else parts.push({ text: '${' })
    at = found.index + whole.length
  }
  return [...parts, { text: text.slice(at) }]
}

/** Writes a value of a server so that it is read as itself. (In a replacement that is a text, `$$` would be one `$`.) */
export const escapeReferences = (text: string): string => text.replaceAll('${', () => '$${')

/** What is left of `${` once references and their escapes are gone: somebody has misspelt one. */
export const hasStrayReference = (text: string): boolean => text.replace(FORM, ' ').includes('${')

export const referencesOf = (text: string): ValueReference[] =>
  partsOf(text).flatMap(part => ('reference' in part ? [part.reference] : []))

/** The text with its values; undefined where one has none. */
export function resolveText(text: string, values: ReferenceValues): string | undefined {
  const parts = partsOf(text).map(part => ('text' in part ? part.text : values(part.reference)))
  return parts.every(part => part !== undefined) ? parts.join('') : undefined
}

/** Whether the value of a server can be what the text stands for, whatever the values are that are not known. */
export function fitsText(text: string, values: ReferenceValues, value: string): boolean {
  const pattern = partsOf(text).map(part => {
    const known = 'text' in part ? part.text : values(part.reference)
    return known === undefined ? '[^]+' : known.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  })
  return new RegExp(`^${pattern.join('')}$`).test(value)
}

/** Every text in a JSON value with its place, like `headers.authorization`. */
export function* textsOf(value: unknown, path = ''): Generator<{ path: string; text: string }> {
  if (typeof value === 'string') yield { path, text: value }
  else if (Array.isArray(value))
    for (const [at, item] of value.entries()) yield* textsOf(item, joinPath(path, String(at)))
  else if (isObject(value))
    for (const [name, inner] of Object.entries(value)) yield* textsOf(inner, joinPath(path, name))
}

export const joinPath = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`)

/** The value with every text in it replaced. */
export function mapTexts(value: unknown, change: (text: string, path: string) => string, path = ''): unknown {
  if (typeof value === 'string') return change(value, path)
  if (Array.isArray(value)) return value.map((item, at) => mapTexts(item, change, joinPath(path, String(at))))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, mapTexts(inner, change, joinPath(path, name))]),
  )
}
