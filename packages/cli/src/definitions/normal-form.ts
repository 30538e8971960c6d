import { isObject, type ReadObject } from '../json-values.ts'
import type { DefinitionKind } from './definition.ts'

/** The order of fields that have one; other fields stand behind them, as they came. */
const ORDER: Readonly<Record<DefinitionKind, readonly string[]>> = {
  app: ['_id', 'descriptor', 'schema', 'mappings'],
  documents: [],
  permission: ['_id', 'description', 'roles', 'predicate', 'priority', 'mongo', 'apiKeys', 'keyRules'],
  webhook: [
    '_id',
    'name',
    'type',
    'enabled',
    'condition',
    'url',
    'headers',
    'timeout_ms',
    'maxPerMinute',
    'retry',
    'disableAfter',
    'contact',
    'transform',
    'email',
    'secret',
    'signature',
  ],
  collection: ['_id', 'description', 'schema', 'aggregations'],
  index: ['_id', 'keys', 'ops'],
  plugin: ['state'],
  'mail-server': ['host', 'port', 'secure', 'user', 'password', 'from'],
}

const ORDER_INSIDE: Readonly<Record<string, readonly string[]>> = {
  'app.descriptor': [
    'name',
    'description',
    'enabled',
    'uri',
    'introspection',
    'get',
    'httpBatching',
    'documents',
    'access',
    'limits',
  ],
  'app.descriptor.limits': ['maxDepth', 'maxAliases', 'maxTokens', 'maxDocuments', 'timeoutMs'],
  'permission.mongo': [
    'readFilter',
    'writeFilter',
    'mergeRequest',
    'projectResponse',
    'allowManagementRequests',
    'allowBulkPatch',
    'allowBulkDelete',
    'allowWriteMode',
  ],
  'permission.apiKeys': ['roles', 'max-expires-in-days', 'max-keys-per-user'],
  'permission.keyRules': ['allowedIps', 'rateLimit'],
  'webhook.retry': ['attempts', 'schedule'],
  'webhook.disableAfter': ['failures', 'days'],
  'webhook.transform': ['enabled', 'template'],
  'webhook.signature': ['scheme', 'prefix', 'second'],
  'webhook.signature.second': ['scheme', 'header', 'encoding', 'label', 'secret'],
  'webhook.email': ['to', 'cc', 'subject', 'bodyType', 'bodyTemplate'],
}

/** Maps whose order says nothing: they are sorted by their names. In all others it may say something, and is kept. */
const SORTED = new Set(['app.mappings', 'app.mappings.*', 'webhook.headers', 'documents', 'collection.aggregations'])

/** Fields of a server that are no part of a definition. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  '_etag',
  'version',
  'createdAt',
  'updatedAt',
  'secretHint',
  'previousUntil',
  'heldBack',
  'autoDisabled',
  'warnings',
  '_warnings',
  'health',
])

/** What a server adds by itself to a webhook; `type` and `enabled` stay, as a reader wants them. */
const WEBHOOK_DEFAULTS: ReadObject = {
  timeout_ms: 5_000,
  maxPerMinute: 6_000,
  headers: {},
  transform: { enabled: false, template: '' },
}

/** The one form of a definition: fields in their order, maps sorted, without what servers add. */
export function normalForm(kind: DefinitionKind, document: ReadObject): ReadObject {
  const kept = Object.fromEntries(
    Object.entries(document).filter(([name]) => !LEFT_OUT.has(name) || kind === 'documents'),
  )
  const ordered = orderFields(kind, inOrder(kept, ORDER[kind]))
  if (kind === 'webhook') return withoutDefaults(withUsual(ordered))
  const empty = EMPTY_FIELD[kind]
  return empty === undefined ? ordered : withoutEmpty(ordered, empty)
}

/** Fields that say nothing where they are empty. */
const EMPTY_FIELD: Partial<Record<DefinitionKind, string>> = { index: 'ops', collection: 'aggregations' }

function withoutEmpty(document: ReadObject, name: string): ReadObject {
  const { [name]: value, ...others } = document
  return isObject(value) && Object.keys(value).length === 0 ? others : document
}

function orderFields(path: string, value: ReadObject): ReadObject {
  const known = ORDER_INSIDE[path] ?? []
  const fields = Object.entries(isSorted(path) ? sorted(value) : inOrder(value, known))
  return Object.fromEntries(
    fields.map(([name, inner]) => [
      name,
      hasOrder(`${path}.${name}`) && isObject(inner) ? orderFields(`${path}.${name}`, inner) : inner,
    ]),
  )
}

const isSorted = (path: string): boolean => SORTED.has(path) || /^app\.mappings\.[^.]+$/.test(path)

const hasOrder = (path: string): boolean => isSorted(path) || ORDER_INSIDE[path] !== undefined

const sorted = (value: ReadObject): ReadObject =>
  Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))

function inOrder(value: ReadObject, names: readonly string[]): ReadObject {
  const first = names.filter(name => value[name] !== undefined).map(name => [name, value[name]])
  const rest = Object.entries(value).filter(([name, inner]) => !names.includes(name) && inner !== undefined)
  return Object.fromEntries([...first, ...rest])
}

const withUsual = (webhook: ReadObject): ReadObject =>
  inOrder({ ...webhook, type: webhook.type ?? 'http', enabled: webhook.enabled ?? true }, ORDER.webhook)

function withoutDefaults(webhook: ReadObject): ReadObject {
  const fields = Object.entries(webhook).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(WEBHOOK_DEFAULTS[name]),
  )
  return Object.fromEntries(fields)
}

/** Two normal forms are the same where their texts are: also the order says something. */
export const isSameForm = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
