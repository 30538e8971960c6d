/** A field of documents by its path, the types of its values, and the share of the documents that have it. */
export type DescribedField = { path: string; types: readonly string[]; share: number }

const MAX_FIELDS = 200
const MAX_LEVELS = 6
const MAX_PATH = 200

/** What Extended JSON writes a value of another type as: an object whose first key begins with a dollar sign. */
const EXTENDED: Readonly<Record<string, string>> = {
  $oid: 'objectId',
  $date: 'date',
  $numberLong: 'long',
  $numberInt: 'int',
  $numberDouble: 'double',
  $numberDecimal: 'decimal',
  $binary: 'binary',
  $uuid: 'uuid',
  $regularExpression: 'regex',
  $timestamp: 'timestamp',
}

type FieldTally = { types: Set<string>; documents: number }

/**
 * Lists the fields of documents in Extended JSON, in the order in which they are met: at most 200, down to six levels. What is
 * in a list stands under `path[]`.
 */
export function describeFields(documents: readonly unknown[]): readonly DescribedField[] {
  const tallies = new Map<string, FieldTally>()
  for (const document of documents) {
    if (!isRecord(document)) continue
    for (const [path, types] of typesByPath(document)) count(tallies, path, types)
  }
  return [...tallies].map(([path, { types, documents: having }]) => ({
    path,
    types: [...types].toSorted(),
    share: Math.round((100 * having) / documents.length) / 100,
  }))
}

function count(tallies: Map<string, FieldTally>, path: string, types: ReadonlySet<string>): void {
  const tally = tallies.get(path) ?? { types: new Set(), documents: 0 }
  if (!tallies.has(path) && tallies.size >= MAX_FIELDS) return
  for (const type of types) tally.types.add(type)
  tally.documents += 1
  tallies.set(path, tally)
}

/** The types of what stands at each path of one document. */
function typesByPath(document: Record<string, unknown>): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>()
  const take = (value: unknown, path: string, level: number): void => {
    if (path.length > MAX_PATH) return
    const type = typeOf(value)
    found.set(path, (found.get(path) ?? new Set()).add(type))
    if (level >= MAX_LEVELS) return
    if (Array.isArray(value)) for (const item of value) take(item, `${path}[]`, level + 1)
    else if (type === 'object' && isRecord(value)) enter(value, `${path}.`, level + 1)
  }
  const enter = (record: Record<string, unknown>, above: string, level: number): void => {
    for (const [key, value] of Object.entries(record)) take(value, above + key, level)
  }
  enter(document, '', 1)
  return found
}

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (!isRecord(value)) return typeof value
  const [first = ''] = Object.keys(value)
  return EXTENDED[first] ?? 'object'
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
