type Bodies = { requestBody?: unknown; responseBody?: unknown }

const ALWAYS = [
  'service.id',
  'timestamp',
  'id',
  'request.method',
  'request.path',
  'request.query',
  'response.statusCode',
]
const MAX_VARIABLES = 200
const MAX_DEPTH = 5
/** Bodies that are alike have the same fields. */
const MAX_BODIES = 20

/** The names by which a template reaches what is in these exchanges: fields of bodies by dotted path, lists as a whole. */
export function templateVariables(exchanges: readonly Bodies[]): string[] {
  const names = new Set(ALWAYS)
  for (const { requestBody, responseBody } of exchanges.slice(0, MAX_BODIES)) {
    addNames({ path: 'request.body', value: requestBody, depth: 0 }, names)
    addNames({ path: 'response.body', value: responseBody, depth: 0 }, names)
  }
  return [...names].slice(0, MAX_VARIABLES)
}

type VariableStep = { path: string; value: unknown; depth: number }

function addNames({ path, value, depth }: VariableStep, names: Set<string>): void {
  if (value === undefined || names.size >= MAX_VARIABLES) return
  const fields = isFields(value) && depth < MAX_DEPTH ? Object.entries(value) : []
  if (fields.length === 0) names.add(path)
  for (const [name, inner] of fields) {
    if (isAddressable(name)) addNames({ path: `${path}.${name}`, value: inner, depth: depth + 1 }, names)
  }
}

const isFields = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A dot would be taken for a step, a brace for the end of the tag. */
const isAddressable = (name: string) => /^[^\s.{}]{1,100}$/.test(name)
