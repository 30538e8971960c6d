/** What is wrong with a schema, and where inside it. */
export type SchemaFault = { path: string; message: string }

const MAX_BYTES = 64 * 1024
const MAX_DEPTH = 40
const MAX_NODES = 100_000
const MAX_UNIQUE_ITEMS = 1_000

/** The drafts that are read, by the end of their address. */
const DRAFTS = /^https?:\/\/json-schema\.org\/(?:draft-0[67]\/schema#?|draft\/2020-12\/schema#?)$/

/** Keywords that reach out of the schema, or name it for others. */
const REFUSED: readonly string[] = ['$id', '$async', '$anchor', '$dynamicRef', '$dynamicAnchor', '$recursiveRef']

type SchemaNode = Readonly<Record<string, unknown>>

const isNode = (value: unknown): value is SchemaNode =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Looks for what would make a schema reach out of itself, or cost without bound. What it means is the compiler's to judge. */
export function findSchemaFault(schema: unknown): SchemaFault | undefined {
  if (!isNode(schema)) return { path: '', message: 'A JSON Schema is an object.' }
  if (Buffer.byteLength(JSON.stringify(schema)) > MAX_BYTES)
    return { path: '', message: 'A JSON Schema may have 64 KB at most.' }
  return findNodeFault(schema, { path: '', depth: 0 }) ?? findCostFault(schema)
}

function findNodeFault(value: unknown, { path, depth }: { path: string; depth: number }): SchemaFault | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  if (depth > MAX_DEPTH) return { path, message: `A JSON Schema may be ${MAX_DEPTH} levels deep at most.` }
  const fault = isNode(value) ? findKeywordFault(value, path) : undefined
  if (fault) return fault
  for (const [name, inner] of Object.entries(value)) {
    const innerFault = findNodeFault(inner, { path: path ? `${path}.${name}` : name, depth: depth + 1 })
    if (innerFault) return innerFault
  }
  return undefined
}

function findKeywordFault(node: SchemaNode, path: string): SchemaFault | undefined {
  const at = (name: string) => (path ? `${path}.${name}` : name)
  if (Object.hasOwn(node, '__proto__'))
    return { path: at('__proto__'), message: 'A field can not be called "__proto__".' }
  const refused = REFUSED.find(name => typeof node[name] === 'string' || node[name] === true)
  if (refused) return { path: at(refused), message: `${refused} can not be used: the schema stands for itself.` }
  const { $ref, $schema, uniqueItems, maxItems } = node
  if (typeof $ref === 'string' && !$ref.startsWith('#')) {
    return { path: at('$ref'), message: 'References stay inside the schema, such as "#/definitions/address".' }
  }
  if (typeof $schema === 'string' && !DRAFTS.test($schema)) {
    return { path: at('$schema'), message: 'The drafts 6, 7 and 2020-12 of JSON Schema are read.' }
  }
  // Each element is compared with each other one.
  const isBounded = typeof maxItems === 'number' && maxItems <= MAX_UNIQUE_ITEMS
  if (uniqueItems !== true || isBounded) return undefined
  return { path: at('uniqueItems'), message: `uniqueItems needs maxItems of at most ${MAX_UNIQUE_ITEMS} beside it.` }
}

/** References that multiply: each level of them twice is a schema of millions of parts. */
function findCostFault(schema: SchemaNode): SchemaFault | undefined {
  const known = new Map<unknown, number>()
  const sizeOf = (value: unknown): number => {
    if (typeof value !== 'object' || value === null) return 0
    const counted = known.get(value)
    if (counted !== undefined) return counted
    // While it is being counted it counts as one: a reference to itself ends with the document.
    known.set(value, 1)
    const parts = Object.values(value).reduce<number>((sum, inner) => sum + sizeOf(inner), 1)
    const referred = isNode(value) && typeof value.$ref === 'string' ? sizeOf(resolve(schema, value.$ref)) : 0
    known.set(value, parts + referred)
    return parts + referred
  }
  if (sizeOf(schema) <= MAX_NODES) return undefined
  return { path: '', message: `With its references followed the schema has more than ${MAX_NODES} parts.` }
}

/** What a local reference points to; undefined is for the compiler to name. */
function resolve(schema: SchemaNode, reference: string): unknown {
  const parts = reference.slice(1).split('/').slice(1)
  return parts.reduce<unknown>((value, part) => {
    const name = decode(part)
    return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
      ? Reflect.get(value, name)
      : undefined
  }, schema)
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~')
  } catch {
    return part
  }
}
