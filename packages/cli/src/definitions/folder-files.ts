import { createHash } from 'node:crypto'
import { CliError, EXIT } from '../cli-error.ts'
import { isObject, listOf, memberOf, objectOf, printJson, type ReadObject, textOf } from '../json-values.ts'
import type { DefinitionFolder, SluiceDefinition } from './definition.ts'
import { fileNameOf } from './file-name.ts'

/** Files by their paths below the folder of definitions. */
export type FolderFiles = Map<string, string>

/**
 * Writes definitions as files. The same definitions are always the same bytes.
 * @param folders those that are to be there, though nothing may be in them
 * @throws CliError where two files could not stand beside each other on every file system
 */
export function folderFiles(
  definitions: readonly SluiceDefinition[],
  folders: ReadonlySet<DefinitionFolder>,
): FolderFiles {
  const files: FolderFiles = new Map()
  const indexes = Map.groupBy(
    definitions.filter(({ kind }) => kind === 'index'),
    ({ key }) => collectionOf(key),
  )
  for (const definition of definitions) addFiles(files, definition)
  for (const [collection, all] of indexes) {
    const sorted = all.toSorted((one, other) => (one.key < other.key ? -1 : 1)).map(({ document }) => document)
    files.set(`collections/${collection}/indexes.json`, printJson(sorted))
  }
  const service = serviceFile(definitions)
  if (folders.has('service')) files.set('service.json', printJson(service))
  for (const folder of folders) {
    const isEmpty = ![...files.keys()].some(file => file.startsWith(`${folder}/`))
    if (isEmpty && folder !== 'service') files.set(`${folder}/.gitkeep`, '')
  }
  refuseTwins([...files.keys()])
  return files
}

/** The collection that the key of an index begins with. */
export const collectionOf = (key: string): string => key.slice(0, key.lastIndexOf('/'))

function addFiles(files: FolderFiles, { kind, key, document }: SluiceDefinition): void {
  if (kind === 'permission') files.set(`permissions/${key}.json`, printJson(document))
  else if (kind === 'app') addApp(files, key, document)
  else if (kind === 'documents') addTrustedDocuments(files, key, document)
  else if (kind === 'webhook') addWebhook(files, key, document)
  else if (kind === 'collection') addCollection(files, key, document)
}

/** A text that can be a file of its own, byte by byte. */
const fitsFile = (text: unknown): text is string =>
  typeof text === 'string' && text !== '' && text.isWellFormed() && !text.includes('\r')

function addApp(files: FolderFiles, key: string, document: ReadObject): void {
  const { schema } = document
  const isFile = fitsFile(schema)
  if (isFile) files.set(`apps/${key}/schema.graphql`, schema)
  files.set(`apps/${key}/app.json`, printJson(isFile ? { ...document, schema: { $file: 'schema.graphql' } } : document))
}

const OPERATION = /^\s*(?:query|mutation|subscription)\s+([_A-Za-z]\w{0,79})/m
const SHORT_HASH = 12

/** Trusted documents are named by their operation, where it is the only one of the name, and else by their hash. */
function addTrustedDocuments(files: FolderFiles, key: string, documents: ReadObject): void {
  const named = Object.entries(documents).map(([hash, text]) => ({ hash, text: textOf(text) }))
  const names = Map.groupBy(named, ({ text }) => OPERATION.exec(text)?.[1]?.toLowerCase() ?? '')
  for (const { hash, text } of named) {
    const operation = OPERATION.exec(text)?.[1]
    const isAlone = operation !== undefined && names.get(operation.toLowerCase())?.length === 1
    files.set(`apps/${key}/documents/${isAlone ? operation : hash.slice(0, SHORT_HASH)}.graphql`, `${text}\n`)
  }
}

export const hashOfText = (text: string): string => createHash('sha256').update(text).digest('hex')

function addWebhook(files: FolderFiles, key: string, document: ReadObject): void {
  const { transform, email } = document
  const template = memberOf(transform, 'template')
  const body = memberOf(email, 'bodyTemplate')
  const changed: Record<string, unknown> = { ...document }
  if (fitsFile(template)) {
    const name = `${key}.template.json`
    files.set(`webhooks/${name}`, template)
    changed.transform = { ...objectOf(transform), template: { $file: name } }
  }
  if (fitsFile(body)) {
    const name = `${key}.body.${memberOf(email, 'bodyType') === 'html' ? 'html' : 'json'}`
    files.set(`webhooks/${name}`, body)
    changed.email = { ...objectOf(email), bodyTemplate: { $file: name } }
  }
  files.set(`webhooks/${key}.json`, printJson(changed))
}

function addCollection(files: FolderFiles, key: string, document: ReadObject): void {
  const { schema, aggregations, ...own } = document
  const folder = `collections/${key}`
  files.set(`${folder}/collection.json`, printJson(own))
  if (isObject(schema)) files.set(`${folder}/schema.json`, printJson(schema))
  for (const [uri, aggregation] of Object.entries(objectOf(aggregations))) {
    const name = fileNameOf(uri)
    if (name !== undefined)
      files.set(`${folder}/aggregations/${name}.json`, printJson({ uri, ...objectOf(aggregation) }))
  }
}

function serviceFile(definitions: readonly SluiceDefinition[]): ReadObject {
  const plugins = definitions.filter(({ kind }) => kind === 'plugin')
  const mailServer = definitions.find(({ kind }) => kind === 'mail-server')
  return {
    plugins: Object.fromEntries(
      plugins
        .toSorted((one, other) => (one.key < other.key ? -1 : 1))
        .map(({ key, document }) => [key, document.state]),
    ),
    ...(mailServer && { mailServer: mailServer.document }),
  }
}

function refuseTwins(paths: readonly string[]): void {
  const groups = Map.groupBy(paths, path => path.toLowerCase())
  const twins = [...groups.values()].filter(group => group.length > 1)
  if (twins.length === 0) return
  throw new CliError('Two definitions differ by the case of letters alone, and not every file system can hold both.', {
    exitCode: EXIT.failed,
    lines: twins.map(group => `  ${group.join(' and ')}`),
    advice: ['Rename one of each, or leave them out: --only'],
  })
}

/** What a pull may remove: files of the forms that it writes. */
export function isOwnFile(path: string): boolean {
  const [folder = ''] = path.split('/')
  if (folder === 'apps') return /^apps\/[^/]+\/(?:app\.json|schema\.graphql|documents\/[^/]+\.graphql)$/.test(path)
  if (folder === 'permissions') return /^permissions\/[^/]+\.json$/.test(path)
  if (folder === 'webhooks') return /^webhooks\/[^/]+\.(?:json|html|txt)$/.test(path)
  return /^collections\/(?:[^/]+\/){1,2}(?:(?:collection|schema|indexes)\.json|aggregations\/[^/]+\.json)$/.test(path)
}

export const folderOfFile = (path: string): string => (path === 'service.json' ? 'service' : (path.split('/')[0] ?? ''))

/** The names of stored aggregations in a list of them. */
export const aggregationsByUri = (list: unknown): ReadObject =>
  Object.fromEntries(
    listOf(list).flatMap(one => {
      const { uri, ...rest } = objectOf(one)
      return typeof uri === 'string' ? [[uri, rest]] : []
    }),
  )
