import type { ReadObject } from '../json-values.ts'

/** Every kind of definition, in the order in which they are applied. */
export const DEFINITION_KINDS = [
  'collection',
  'index',
  'app',
  'documents',
  'permission',
  'plugin',
  'webhook',
  'mail-server',
] as const

export type DefinitionKind = (typeof DEFINITION_KINDS)[number]

/** Where each kind has its files. */
export const FOLDER_OF: Readonly<Record<DefinitionKind, DefinitionFolder>> = {
  collection: 'collections',
  index: 'collections',
  app: 'apps',
  documents: 'apps',
  permission: 'permissions',
  plugin: 'service',
  webhook: 'webhooks',
  'mail-server': 'service',
}

export const DEFINITION_FOLDERS = ['apps', 'permissions', 'webhooks', 'collections', 'service'] as const

export type DefinitionFolder = (typeof DEFINITION_FOLDERS)[number]

/** A definition in its normal form, whichever side it is from. */
export type SluiceDefinition = {
  kind: DefinitionKind
  /** What names it among its kind, in files and plans: made of its id, or of its collection's and its own. */
  key: string
  document: ReadObject
}

/** A definition as the target has it. */
export type StoredDefinition = SluiceDefinition & { etag: string | undefined }

export const labelOf = ({ kind, key }: Pick<SluiceDefinition, 'kind' | 'key'>): string => `${kind} ${key}`

/** The part of the folder that a command is about. */
export type DefinitionScope = {
  has(definition: Pick<SluiceDefinition, 'kind' | 'key'>): boolean
  hasFolder(folder: DefinitionFolder): boolean
}

/** @param only like `apps` or `webhooks/new-route`; nothing is everything. @param folders those that are compared at all */
export function createScope(only: readonly string[], folders: ReadonlySet<DefinitionFolder>): DefinitionScope {
  const parts = only.map(text => {
    const [folder = '', ...rest] = text.split('/')
    return { folder, key: rest.join('/') }
  })
  const isMeant = (folder: DefinitionFolder, key?: string): boolean =>
    parts.length === 0 || parts.some(part => part.folder === folder && (key === undefined || isUnder(key, part.key)))
  return {
    hasFolder: folder => folders.has(folder) && isMeant(folder),
    has: ({ kind, key }) => folders.has(FOLDER_OF[kind]) && isMeant(FOLDER_OF[kind], key),
  }
}

const isUnder = (key: string, wanted: string): boolean =>
  wanted === '' || key === wanted || key.startsWith(`${wanted}/`)

export const isFolder = (text: string): text is DefinitionFolder => DEFINITION_FOLDERS.some(folder => folder === text)
