import { type OpenApiComponents, type OpenApiDocument, type OpenApiObject, referTo } from './openapi-document.ts'

type SharedKind = 'parameters' | 'responses' | 'requestBodies'

/** A part and its place, so that a reference can stand there instead. */
type PlacedPart = { part: OpenApiObject; name: string; put(reference: OpenApiObject): void }

/**
 * Puts each parameter, body and answer that several operations have in the same form into the components, and refers to it
 * there; what all operations of a path have as parameters is said once, of the path.
 */
export function shareParts({ paths, components }: OpenApiDocument): void {
  const operations = Object.values(paths).flatMap(item => Object.values(item).filter(isObject))
  share('parameters', operations.flatMap(partsOf('parameters', part => String(part.name))), components)
  share('responses', operations.flatMap(partsOf('responses', nameByContent)), components)
  share('requestBodies', operations.flatMap(bodyOf), components)
  for (const item of Object.values(paths)) shareOfPath(item)
}

/** About how long a reference is: what would get longer by one stays where it is. */
const REFERENCE_CHARACTERS = 50
const isWorthIt = (text: string, uses: number) => uses > 1 && text.length * (uses - 1) > REFERENCE_CHARACTERS * uses

function share(kind: SharedKind, parts: readonly PlacedPart[], components: OpenApiComponents): void {
  for (const [text, same] of Map.groupBy(parts, ({ part }) => JSON.stringify(part))) {
    const [first] = same
    if (!first || !isWorthIt(text, same.length)) continue
    const name = freeName(first.name, components[kind])
    components[kind][name] = first.part
    for (const { put } of same) put(referTo(kind, name))
  }
}

const partsOf =
  (field: 'parameters' | 'responses', nameOf: (part: OpenApiObject) => string) =>
  (operation: OpenApiObject): PlacedPart[] => {
    const parts = operation[field]
    if (!isObject(parts)) return []
    const put = (key: string) => (reference: OpenApiObject) => void Object.assign(parts, { [key]: reference })
    return Object.entries(parts).flatMap(([key, part]) =>
      isObject(part) ? [{ part, name: nameOf(part), put: put(key) }] : [],
    )
  }

function bodyOf(operation: OpenApiObject): PlacedPart[] {
  const { requestBody } = operation
  if (!isObject(requestBody)) return []
  const put = (reference: OpenApiObject) => void Object.assign(operation, { requestBody: reference })
  return [{ part: requestBody, name: nameByContent(requestBody), put }]
}

/** The name of the schema of a body or an answer; `Things` for one that has none, or a list. */
function nameByContent({ content }: OpenApiObject): string {
  const [media] = isObject(content) ? Object.values(content) : []
  const schema = isObject(media) && isObject(media.schema) ? media.schema : {}
  const reference = schema.$ref ?? (isObject(schema.items) ? schema.items.$ref : undefined)
  const name = typeof reference === 'string' ? reference.split('/').at(-1) : undefined
  return name === undefined ? 'Answer' : `${name}${schema.items ? 'List' : ''}`
}

/** Parts of one name may mean several things: `id`, `id.2`. */
function freeName(name: string, taken: Readonly<Record<string, unknown>>): string {
  if (!Object.hasOwn(taken, name)) return name
  let number = 2
  while (Object.hasOwn(taken, `${name}.${number}`)) number += 1
  return `${name}.${number}`
}

function shareOfPath(item: OpenApiObject): void {
  const operations = Object.values(item).filter(isObject)
  const lists = operations.map(({ parameters }) => (Array.isArray(parameters) ? parameters : []))
  const [first = []] = lists
  const everywhere = lists.length > 1 ? first.filter(one => lists.every(list => list.some(isSame(one)))) : []
  if (everywhere.length === 0) return
  for (const operation of operations) {
    const { parameters: all = [] } = operation
    const own = Array.isArray(all) ? all.filter(one => !everywhere.some(isSame(one))) : []
    if (own.length > 0) operation.parameters = own
    else delete operation.parameters
  }
  item.parameters = everywhere
}

const isSame = (one: unknown) => (other: unknown) => JSON.stringify(one) === JSON.stringify(other)

const isObject = (value: unknown): value is OpenApiObject => typeof value === 'object' && value !== null
