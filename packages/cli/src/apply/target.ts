import { type SluiceClient, unwrap, unwrapWhole } from '@sluice/sdk'
import { CliError, EXIT } from '../cli-error.ts'
import {
  type DefinitionFolder,
  type DefinitionScope,
  FOLDER_OF,
  type StoredDefinition,
} from '../definitions/definition.ts'
import { fileNameOf } from '../definitions/file-name.ts'
import { aggregationsByUri } from '../definitions/folder-files.ts'
import { normalForm } from '../definitions/normal-form.ts'
import { isObject, listOf, memberOf, objectOf, type ReadObject, textOf } from '../json-values.ts'

/** A server as definitions are read from it and written to it. */
export type DefinitionTarget = {
  client: SluiceClient
  url: string
  service: { id: string; version: string; tier: string; defaultDatabase: string }
  /** What stands before the paths of apps and permissions: the database in the dedicated tier. */
  base: string
  signal: AbortSignal
}

export async function openTarget(client: SluiceClient, url: string, signal: AbortSignal): Promise<DefinitionTarget> {
  const { service } = await client.whoami({ signal })
  const base = service.tier === 'dedicated' ? `/${encodeURIComponent(service.defaultDatabase)}` : ''
  return { client, url, service, base, signal }
}

/** Reads what a path answers with. @throws SluiceError */
export const readPath = ({ client, signal }: DefinitionTarget, path: string): Promise<unknown> =>
  unwrap(client.raw.request('GET', path, { signal }))

const PAGE = 500

/** @param query what else is asked, like `sort=_id` */
async function readList(target: DefinitionTarget, path: string, query = ''): Promise<readonly unknown[]> {
  const items: unknown[] = []
  for (let page = 1; ; page += 1) {
    const found = listOf(await readPath(target, `${path}?${query}pagesize=${PAGE}&page=${page}`))
    items.push(...found)
    if (found.length < PAGE) return items
  }
}

/** Reads all definitions of the scope. @throws SluiceError; CliError where an id can't be the name of a file */
export async function readDefinitions(target: DefinitionTarget, scope: DefinitionScope): Promise<StoredDefinition[]> {
  const readers: Readonly<Record<DefinitionFolder, () => Promise<StoredDefinition[]>>> = {
    apps: () => readApps(target),
    permissions: () => readPermissions(target),
    webhooks: () => readWebhooks(target),
    collections: () => readCollections(target),
    service: () => readService(target),
  }
  const found: StoredDefinition[] = []
  for (const [folder, read] of Object.entries(readers)) {
    if (Object.values(FOLDER_OF).some(one => one === folder && scope.hasFolder(one))) found.push(...(await read()))
  }
  return found.filter(definition => scope.has(definition))
}

/** @throws CliError */
function keyOf(id: unknown): string {
  const key = fileNameOf(id)
  if (key !== undefined) return key
  throw new CliError('The server holds a definition whose _id is neither a text nor an ObjectId.', {
    exitCode: EXIT.failed,
    lines: [`  ${JSON.stringify(id)}`],
    advice: ['Give it another one: no file can be named by it.'],
  })
}

const etagOf = (document: unknown): string | undefined => {
  const etag = memberOf(document, '_etag')
  const hex = memberOf(etag, '$oid') ?? etag
  return typeof hex === 'string' ? `"${hex}"` : undefined
}

const stored = (kind: StoredDefinition['kind'], document: ReadObject): StoredDefinition => ({
  kind,
  key: keyOf(document._id),
  document: normalForm(kind, document),
  etag: etagOf(document),
})

async function readApps(target: DefinitionTarget): Promise<StoredDefinition[]> {
  const apps = (await readList(target, `${target.base}/gql-apps`, 'sort=_id&')).map(objectOf)
  const all: StoredDefinition[] = []
  for (const app of apps) {
    const own = stored('app', app)
    all.push(own, await readTrustedDocuments(target, own.key, app._id))
  }
  return all
}

/** @param id of the app */
async function readTrustedDocuments(target: DefinitionTarget, key: string, id: unknown): Promise<StoredDefinition> {
  const { client, base, signal } = target
  const path = `${base}/gql-apps/${idSegment(id)}/documents`
  const { data, headers } = await unwrapWhole(client.raw.request('GET', path, { signal }))
  const document = normalForm('documents', objectOf(data))
  return { kind: 'documents', key, document, etag: headers.get('etag') ?? undefined }
}

/** The segment of a path that names a record. */
export function idSegment(id: unknown): string {
  const hex = memberOf(id, '$oid')
  return encodeURIComponent(typeof hex === 'string' ? hex : textOf(id))
}

const readPermissions = async (target: DefinitionTarget): Promise<StoredDefinition[]> =>
  (await readList(target, `${target.base}/acl`, 'sort=_id&')).map(one => stored('permission', objectOf(one)))

const readWebhooks = async (target: DefinitionTarget): Promise<StoredDefinition[]> =>
  (await readList(target, '/webhooks')).map(one => stored('webhook', objectOf(one)))

async function readCollections(target: DefinitionTarget): Promise<StoredDefinition[]> {
  const databases = target.service.tier === 'dedicated' ? await readList(target, '/') : [undefined]
  const all: StoredDefinition[] = []
  for (const database of databases) {
    const name = database === undefined ? undefined : textOf(memberOf(database, '_id'))
    const prefix = name === undefined ? '' : `${keyOf(name)}/`
    const path = name === undefined ? '/' : `/${encodeURIComponent(name)}`
    for (const listed of await readList(target, path)) all.push(...(await readCollection(target, prefix, listed)))
  }
  return all
}

async function readCollection(target: DefinitionTarget, prefix: string, listed: unknown): Promise<StoredDefinition[]> {
  const id = memberOf(listed, '_id')
  const key = `${prefix}${keyOf(id)}`
  const path = collectionPath(key)
  const { data, headers } = await unwrapWhole(
    target.client.raw.request('GET', `${path}/_meta`, { signal: target.signal }),
  )
  const indexes = listOf(await readPath(target, `${path}/_indexes`)).filter(index => memberOf(index, '_id') !== '_id_')
  return [
    { kind: 'collection', key, document: collectionDocument(id, data), etag: headers.get('etag') ?? undefined },
    ...indexes.map(index => storedIndex(key, index)),
  ]
}

function collectionDocument(id: unknown, meta: unknown): ReadObject {
  const { description, jsonSchema, aggrs } = objectOf(meta)
  return normalForm('collection', {
    _id: id,
    description,
    schema: isObject(jsonSchema) ? jsonSchema : undefined,
    aggregations: aggregationsByUri(aggrs),
  })
}

function storedIndex(collection: string, index: unknown): StoredDefinition {
  const { _id, keys, ops } = objectOf(index)
  return {
    kind: 'index',
    key: `${collection}/${textOf(_id)}`,
    document: normalForm('index', { _id, keys, ops }),
    etag: undefined,
  }
}

/** The path of a collection, by its key: its name, behind its database in the dedicated tier. */
export const collectionPath = (key: string): string =>
  key
    .split('/')
    .map(part => `/${encodeURIComponent(decodeURIComponent(part))}`)
    .join('')

async function readService(target: DefinitionTarget): Promise<StoredDefinition[]> {
  const plugins = listOf(await readPath(target, '/plugins')).map(plugin => ({
    kind: 'plugin' as const,
    key: textOf(memberOf(plugin, 'id')),
    document: { state: memberOf(plugin, 'state') },
    etag: undefined,
  }))
  return [...plugins, ...(await readMailServer(target))]
}

async function readMailServer({ client, signal }: DefinitionTarget): Promise<StoredDefinition[]> {
  const answer = await client.raw.request('GET', '/webhooks/mail-server', { signal })
  if (answer.response.status === 404) return []
  const { data, headers } = await unwrapWhole(Promise.resolve(answer))
  const document = normalForm('mail-server', objectOf(data))
  return [{ kind: 'mail-server', key: 'own', document, etag: headers.get('etag') ?? undefined }]
}
