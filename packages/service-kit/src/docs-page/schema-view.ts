import { type Html, html } from './html.ts'
import { followReference, isObject, type JsonObject, listAt, objectAt, textAt } from './json-value.ts'

/** Deeper parts of a schema are named, not shown. */
const MAX_DEPTH = 6

type View = { document: JsonObject; depth: number; open: readonly string[] }

/** A JSON Schema as nested lists: for each field its name, type, bounds and what it means. */
export function schemaView(schema: unknown, document: JsonObject): Html {
  return viewOf(schema, { document, depth: 0, open: [] })
}

function viewOf(schema: unknown, view: View): Html {
  if (!isObject(schema)) return html`<span class="quiet">anything</span>`
  const reference = textAt(schema, '$ref')
  if (reference) return referenceView(reference, view)
  const description = textAt(schema, 'description')
  const words = html`<span class="quiet">${typeWords(schema)}</span>${description ? html` ${description}` : undefined}`
  return view.depth >= MAX_DEPTH ? words : html`${words}${partsOf(schema, { ...view, depth: view.depth + 1 })}`
}

function referenceView(reference: string, view: View): Html {
  const name = reference.split('/').at(-1) ?? ''
  if (view.open.includes(reference)) return html`<span class="quiet">as above, nested</span>`
  const found = followReference(view.document, reference)
  return found ? viewOf(found, { ...view, open: [...view.open, reference] }) : html`<span class="quiet">${name}</span>`
}

function partsOf(schema: JsonObject, view: View): Html | undefined {
  const required = listAt(schema, 'required')
  const rows = Object.entries(objectAt(schema, 'properties')).map(
    ([name, inner]) =>
      html`<li><code>${name}</code>${required.includes(name) ? ' (required)' : ''} ${viewOf(inner, view)}</li>`,
  )
  const { items, additionalProperties } = schema
  if (isObject(items)) rows.push(html`<li>each: ${viewOf(items, view)}</li>`)
  if (isObject(additionalProperties) && Object.keys(additionalProperties).length > 0) {
    rows.push(html`<li>any name: ${viewOf(additionalProperties, view)}</li>`)
  }
  for (const choice of [...listAt(schema, 'anyOf'), ...listAt(schema, 'oneOf')]) {
    rows.push(html`<li>or: ${viewOf(choice, view)}</li>`)
  }
  return rows.length > 0 ? html`<ul>${rows}</ul>` : undefined
}

/** The type and its bounds in words, like "integer, 1 to 100, default 5". */
export function typeWords(schema: JsonObject): string {
  const words = [typeName(schema), ...boundWords(schema), ...valueWords(schema)]
  return words.filter(word => word !== '').join(', ')
}

function typeName(schema: JsonObject): string {
  if (listAt(schema, 'anyOf').length + listAt(schema, 'oneOf').length > 0) return 'one of these'
  const types = Array.isArray(schema.type) ? schema.type : [schema.type]
  const names = types.map(type => (typeof type === 'string' ? (TYPE_NAMES[type] ?? type) : 'anything'))
  const format = textAt(schema, 'format')
  return `${names.join(' or ')}${format ? ` (${format})` : ''}`
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: 'text',
  boolean: 'true or false',
  array: 'list',
  integer: 'whole number',
}

/** Bounds that are there only because of how numbers are stored say nothing. */
const isTelling = (bound: unknown) => typeof bound === 'number' && Math.abs(bound) < Number.MAX_SAFE_INTEGER

function boundWords(schema: JsonObject): string[] {
  return [
    range(schema.minimum, schema.maximum, ''),
    range(schema.minLength, schema.maxLength, 'characters'),
    range(schema.minItems, schema.maxItems, 'entries'),
  ]
}

function range(from: unknown, to: unknown, unit: string): string {
  const low = isTelling(from) ? from : undefined
  const high = isTelling(to) ? to : undefined
  if (low === undefined && high === undefined) return ''
  const words = low === undefined ? `at most ${high}` : high === undefined ? `at least ${low}` : `${low} to ${high}`
  return `${words} ${unit}`.trim()
}

function valueWords(schema: JsonObject): string[] {
  const values = 'const' in schema ? [schema.const] : listAt(schema, 'enum')
  const shown = values.map(value => JSON.stringify(value)).join(' | ')
  return [shown, 'default' in schema ? `default ${JSON.stringify(schema.default)}` : '']
}
