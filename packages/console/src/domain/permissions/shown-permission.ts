/** A document of `acl` as it came: one that is ignored may hold anything. */
export type AclDocument = { _id: unknown; [field: string]: unknown }

/** What of a permission is listed. */
export type ShownPermission = {
  description: string
  roles: readonly string[]
  predicate: string
  priority: number | undefined
  mongo: StoredFields
  apiKeys: StoredFields | undefined
  keyRules: StoredFields | undefined
  mcp: StoredFields | undefined
}
type StoredFields = Readonly<Record<string, unknown>>

export const isFields = (value: unknown): value is StoredFields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const fieldsOf = (value: unknown): StoredFields | undefined => (isFields(value) ? value : undefined)
const textsIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter(one => typeof one === 'string') : []

/** Reads what can be shown of a document; what is not as it has to be counts as not there. */
export const shownPermission = (document: AclDocument): ShownPermission => ({
  description: typeof document.description === 'string' ? document.description : '',
  roles: textsIn(document.roles),
  predicate: typeof document.predicate === 'string' ? document.predicate : '',
  priority: typeof document.priority === 'number' ? document.priority : undefined,
  mongo: fieldsOf(document.mongo) ?? {},
  apiKeys: fieldsOf(document.apiKeys),
  keyRules: fieldsOf(document.keyRules),
  mcp: fieldsOf(document.mcp),
})

const FLAGS: Readonly<Record<string, string>> = {
  allowManagementRequests: 'management requests too',
  allowBulkPatch: 'bulk changes too',
  allowBulkDelete: 'bulk deletion too',
  allowWriteMode: 'write modes too',
}

/** What a permission narrows and gives besides, each in a few words. */
export function ruleWords({ mongo, apiKeys, keyRules, mcp }: ShownPermission): readonly string[] {
  return [
    ...filterWords('reads', mongo.readFilter),
    ...filterWords('changes', mongo.writeFilter),
    ...mergeWords(mongo.mergeRequest),
    ...projectionWords(mongo.projectResponse),
    ...Object.entries(FLAGS).flatMap(([name, words]) => (mongo[name] === true ? [words] : [])),
    ...(apiKeys ? [`keys with ${listed(textsIn(apiKeys.roles)) || 'no role'}`] : []),
    ...(keyRules ? ['keys are bound'] : []),
    ...(mcp ? [assistantWords(mcp)] : []),
  ]
}

const filterWords = (verb: string, filter: unknown): readonly string[] =>
  isFields(filter) ? [`${verb} only ${conditionsIn(filter)}`] : []

/** A filter in words, as far as it compares fields with values. */
function conditionsIn(filter: StoredFields): string {
  const parts = Object.entries(filter).map(([name, value]) =>
    isSimple(value) ? `${name} = ${typeof value === 'string' ? value : JSON.stringify(value)}` : `${name} …`,
  )
  return parts.length === 0 ? 'all' : listed(parts)
}

const isSimple = (value: unknown): boolean => !isFields(value) && !Array.isArray(value)

const mergeWords = (merge: unknown): readonly string[] =>
  isFields(merge) ? [`writes ${listed(Object.keys(merge))}`] : []

function projectionWords(projection: unknown): readonly string[] {
  if (!isFields(projection)) return []
  const names = Object.keys(projection)
  const isShowing = Object.entries(projection).some(([name, value]) => name !== '_id' && value === 1)
  return names.length === 0 ? [] : [`${isShowing ? 'shows' : 'hides'} ${listed(names)}`]
}

const assistantWords = ({ tools, write }: StoredFields): string =>
  `assistants get ${listed(textsIn(tools)) || 'all tools'}${write === true ? ' and may write' : ', to read only'}`

const MOST_LISTED = 3

function listed(names: readonly string[]): string {
  const more = names.length - MOST_LISTED
  return more > 0 ? `${names.slice(0, MOST_LISTED).join(', ')} and ${more} more` : names.join(', ')
}
