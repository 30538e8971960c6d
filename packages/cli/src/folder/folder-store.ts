import { mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { usageError } from '../cli-error.ts'
import { DEFINITION_FOLDERS, type DefinitionScope, isFolder } from '../definitions/definition.ts'
import { type FolderFiles, folderOfFile, isOwnFile } from '../definitions/folder-files.ts'

const MOST_FILES = 50_000
const MOST_BYTES = 2 * 2 ** 20

/** Reads every file of the folders of definitions, by its path with slashes. @throws CliError */
export function readFiles(root: string): FolderFiles {
  const files: FolderFiles = new Map()
  for (const name of listDirectory(root)) {
    if (name.isFile() && name.name === 'service.json') files.set(name.name, readText(root, name.name))
    const isKind = DEFINITION_FOLDERS.some(folder => folder === name.name && folder !== 'service')
    if (name.isDirectory() && isKind) readBelow(root, name.name, files)
  }
  return new Map([...files].toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

function readBelow(root: string, path: string, files: FolderFiles): void {
  for (const entry of listDirectory(join(root, path))) {
    const inner = `${path}/${entry.name}`
    if (entry.isDirectory()) readBelow(root, inner, files)
    else if (entry.isFile()) files.set(inner, readText(root, inner))
    else throw usageError(`${join(root, inner)} is neither a file nor a folder: links are not followed.`)
    if (files.size > MOST_FILES) throw usageError(`${root} has more than ${MOST_FILES} files.`)
  }
}

function listDirectory(path: string) {
  try {
    return readdirSync(path, { withFileTypes: true })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}

function readText(root: string, path: string): string {
  const bytes = readFileSync(join(root, path))
  if (bytes.byteLength > MOST_BYTES) throw usageError(`${join(root, path)} is larger than 2 MiB.`)
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw usageError(`${join(root, path)} is no UTF-8.`)
  }
}

export type FolderChange = { path: string; change: 'written' | 'removed' }

/**
 * What differs between the files that are there and those that are wanted. Of a narrowed scope only what belongs to it is
 * touched; what has not the form of a file of definitions stays.
 */
export function compareFiles(
  before: FolderFiles,
  wanted: FolderFiles,
  isMeant: (path: string) => boolean,
): FolderChange[] {
  const written = [...wanted].filter(([path, text]) => isMeant(path) && before.get(path) !== text)
  const removed = [...before.keys()].filter(
    path => isMeant(path) && !wanted.has(path) && (isOwnFile(path) || path.endsWith('/.gitkeep')),
  )
  return [
    ...written.map(([path]) => ({ path, change: 'written' as const })),
    ...removed.map(path => ({ path, change: 'removed' as const })),
  ]
}

/** Makes the changes: each file whole, or not at all. */
export function changeFiles(root: string, wanted: FolderFiles, changes: readonly FolderChange[]): void {
  for (const { path, change } of changes) {
    const file = join(root, path)
    if (change === 'removed') {
      rmSync(file)
      removeEmptyFolders(root, dirname(path))
      continue
    }
    mkdirSync(dirname(file), { recursive: true })
    const unfinished = join(dirname(file), `.${process.pid}.unfinished`)
    writeFileSync(unfinished, wanted.get(path) ?? '')
    renameSync(unfinished, file)
  }
}

/** A folder of a kind stays, though it is empty: that says that there shall be none. */
function removeEmptyFolders(root: string, path: string): void {
  for (let folder = path; folder.includes('/'); folder = dirname(folder)) {
    if (listDirectory(join(root, folder)).length > 0) return
    rmdirSync(join(root, folder))
  }
}

/** Whether a file belongs to what a command is about. */
export function isInScope(scope: DefinitionScope, path: string): boolean {
  const folder = folderOfFile(path)
  if (!isFolder(folder) || !scope.hasFolder(folder)) return false
  const [, ...rest] = path.split('/')
  const key = keyOfFile(folder, rest.join('/'))
  const kind = KIND_OF_FOLDER[folder]
  return folder === 'service' || key === undefined || scope.has({ kind, key })
}

const KIND_OF_FOLDER = {
  apps: 'app',
  permissions: 'permission',
  webhooks: 'webhook',
  collections: 'collection',
  service: 'plugin',
} as const

/** The key of the definition that a file belongs to; undefined where it is of the folder itself. */
function keyOfFile(folder: string, path: string): string | undefined {
  if (path.startsWith('.')) return undefined
  if (folder === 'apps') return path.split('/')[0]
  if (folder === 'permissions') return path.replace(/\.json$/, '')
  if (folder === 'webhooks') return path.replace(/(?:\.(?:template|body))?\.(?:json|html|txt)$/, '')
  return path.replace(/\/(?:(?:collection|schema|indexes)\.json|aggregations\/[^/]+)$/, '')
}
