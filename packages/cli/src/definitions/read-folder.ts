import { isObject, listOf, memberOf, type ReadObject, textOf } from '../json-values.ts'
import {
  DEFINITION_FOLDERS,
  type DefinitionFolder,
  type DefinitionKind,
  type DefinitionScope,
  type SluiceDefinition,
} from './definition.ts'
import { fileNameOf } from './file-name.ts'
import { type FolderFiles, folderOfFile, hashOfText } from './folder-files.ts'
import { type FileFault, type JsonFile, readJsonFile } from './json-file.ts'
import { normalForm } from './normal-form.ts'
import { hasStrayReference, REFERENCE_FORMS, textsOf } from './references.ts'

/** A definition of the folder. Texts may hold references. */
export type FileDefinition = SluiceDefinition & {
  file: string
  /** Where a fault of the server belongs: at a field, or in the file that holds its text. */
  fault(fault: { path: string; message: string; line?: number | undefined; column?: number | undefined }): FileFault
}

export type ReadFolder = {
  definitions: FileDefinition[]
  /** Every fault of every file. */
  faults: FileFault[]
  /** Files that stand for nothing. */
  strangers: string[]
}

/** The folders of definitions that are there, `service` for the file. */
export const presentFolders = (files: FolderFiles): Set<DefinitionFolder> =>
  new Set(DEFINITION_FOLDERS.filter(folder => [...files.keys()].some(file => folderOfFile(file) === folder)))

/** Reads the files of a folder as definitions: all of them, with all their faults. */
export function readFolder(files: FolderFiles, scope: DefinitionScope): ReadFolder {
  const state: FolderReading = { files, used: new Set(), definitions: [], faults: [] }
  for (const file of files.keys()) if (scope.hasFolder(folderIn(file))) readOne(state, file)
  const strangers = [...files.keys()].filter(file => scope.hasFolder(folderIn(file)) && isStranger(file, state.used))
  return {
    definitions: state.definitions.filter(definition => scope.has(definition)),
    faults: state.faults,
    strangers,
  }
}

const folderIn = (file: string): DefinitionFolder =>
  DEFINITION_FOLDERS.find(folder => folder === folderOfFile(file)) ?? 'service'

const isStranger = (file: string, used: ReadonlySet<string>): boolean =>
  !used.has(file) && !/(?:^|\/)(?:\.[^/]*|README[^/]*)$/.test(file)

type FolderReading = {
  files: FolderFiles
  used: Set<string>
  definitions: FileDefinition[]
  faults: FileFault[]
}

/** How a file is read, by its path; what none fits is read with another file, or is a stranger. */
const FORMS: readonly { path: RegExp; read(state: FolderReading, file: string): void }[] = [
  { path: /^service\.json$/, read: state => readService(state) },
  { path: /^apps\/[^/]+\/app\.json$/, read: readApp },
  { path: /^permissions\/[^/]+\.json$/, read: (state, file) => readNamed(state, 'permission', file) },
  {
    path: /^webhooks\/(?!\.|[^/]*\.(?:template|body)\.json$)[^/]+\.json$/,
    read: (state, file) => readNamed(state, 'webhook', file),
  },
  { path: /^collections\/(?:[^/]+\/){1,2}collection\.json$/, read: readCollection },
]

const readOne = (state: FolderReading, file: string): void =>
  FORMS.find(({ path }) => path.test(file))?.read(state, file)

function load(state: FolderReading, file: string): JsonFile | undefined {
  state.used.add(file)
  const result = readJsonFile(file, state.files.get(file) ?? '')
  if ('read' in result) return result.read
  state.faults.push(...result.faults)
  return undefined
}

function loadObject(state: FolderReading, file: string): { json: JsonFile; value: ReadObject } | undefined {
  const json = load(state, file)
  if (json === undefined) return undefined
  if (isObject(json.value)) return { json, value: json.value }
  state.faults.push(json.fault('', 'An object is wanted here.'))
  return undefined
}

/** A file whose `_id` is its name, such as a permission. */
function readNamed(state: FolderReading, kind: DefinitionKind, file: string): void {
  const loaded = loadObject(state, file)
  if (loaded === undefined) return
  const key = (file.split('/').at(-1) ?? '').replace(/\.json$/, '')
  if (!hasIdOfFile(state, loaded.json, key)) return
  add(state, { kind, key, loaded, document: loaded.value })
}

function hasIdOfFile(state: FolderReading, json: JsonFile, key: string): boolean {
  const id = memberOf(json.value, '_id')
  const wanted = fileNameOf(id)
  if (wanted === key) return true
  const message =
    id === undefined
      ? '_id is missing: it is the name of the file.'
      : `_id and file name differ: the file of this _id is ${wanted ?? 'none'}.`
  state.faults.push(json.fault('_id', message))
  return false
}

type LoadedDefinition = {
  kind: DefinitionKind
  key: string
  loaded: { json: JsonFile }
  document: ReadObject
}

/** Takes a definition up, with the texts that stand in files of their own. */
function add(state: FolderReading, { kind, key, loaded: { json }, document }: LoadedDefinition): void {
  const beside = new Map<string, string>()
  const whole = withTexts(document, '', { state, json, beside })
  if (kind === 'webhook' || kind === 'mail-server') findStrayReferences(state, json, document)
  state.definitions.push({
    kind,
    key,
    document: normalForm(kind, isObject(whole) ? whole : document),
    file: json.file,
    fault({ path, message, line, column }) {
      const file = beside.get(path)
      return file === undefined ? json.fault(path, message) : { file, line: line ?? 1, column: column ?? 1, message }
    },
  })
}

function findStrayReferences(state: FolderReading, json: JsonFile, document: ReadObject): void {
  for (const { path, text } of textsOf(document)) {
    if (path === 'transform.template' || path === 'email.bodyTemplate') continue
    if (hasStrayReference(text)) {
      state.faults.push(json.fault(path, REFERENCE_FORMS))
    }
    if (text === '[masked]') {
      state.faults.push(json.fault(path, `This is the mask of a value. ${REFERENCE_FORMS}`))
    }
  }
}

type FolderText = { state: FolderReading; json: JsonFile; beside: Map<string, string> }

/** Places whose text may stand in a file of its own. */
const TEXT_PLACES: ReadonlySet<string> = new Set(['schema', 'transform.template', 'email.bodyTemplate'])

function withTexts(value: unknown, path: string, reading: FolderText): unknown {
  const reference = memberOf(value, '$file')
  if (TEXT_PLACES.has(path) && reference !== undefined) return readBeside(path, reference, reading)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      withTexts(inner, path === '' ? name : `${path}.${name}`, reading),
    ]),
  )
}

function readBeside(path: string, reference: unknown, { state, json, beside }: FolderText): string {
  const name = textOf(reference)
  const file = `${json.file.slice(0, json.file.lastIndexOf('/'))}/${name}`
  const text = /^[^/\\]+$/.test(name) ? state.files.get(file) : undefined
  if (text === undefined) {
    state.faults.push(json.fault(path, `$file has to name a file of the same folder; there is no "${name}".`))
    return ''
  }
  state.used.add(file)
  beside.set(path, file)
  return text
}

function readApp(state: FolderReading, file: string): void {
  const key = file.split('/')[1] ?? ''
  const loaded = loadObject(state, file)
  if (loaded === undefined || !hasIdOfFile(state, loaded.json, key)) return
  add(state, { kind: 'app', key, loaded, document: loaded.value })
  const folder = `apps/${key}/documents/`
  const texts = [...state.files].filter(([path]) => path.startsWith(folder) && path.endsWith('.graphql'))
  const documents = texts.map(([path, text]) => {
    state.used.add(path)
    const own = text.replace(/\n$/, '')
    return [hashOfText(own), own]
  })
  add(state, { kind: 'documents', key, loaded, document: Object.fromEntries(documents) })
}

function readCollection(state: FolderReading, file: string): void {
  const loaded = loadObject(state, file)
  if (loaded === undefined) return
  const folder = file.slice(0, -'/collection.json'.length)
  const key = folder.slice('collections/'.length)
  if (!hasIdOfFile(state, loaded.json, key.split('/').at(-1) ?? '')) return
  refuseOthers(state, loaded, ['_id', 'description'])
  const schema = state.files.has(`${folder}/schema.json`) ? loadObject(state, `${folder}/schema.json`) : undefined
  const aggregations = readAggregations(state, `${folder}/aggregations/`)
  const document = { ...loaded.value, ...(schema && { schema: schema.value }), aggregations }
  add(state, { kind: 'collection', key, loaded, document })
  readIndexes(state, folder, key)
}

function readAggregations(state: FolderReading, folder: string): ReadObject {
  const files = [...state.files.keys()].filter(file => file.startsWith(folder) && file.endsWith('.json'))
  return Object.fromEntries(
    files.flatMap(file => {
      const loaded = loadObject(state, file)
      if (loaded === undefined) return []
      const { uri, ...rest } = loaded.value
      if (fileNameOf(uri) === file.slice(folder.length, -'.json'.length)) return [[textOf(uri), rest]]
      state.faults.push(loaded.json.fault('uri', 'uri has to be the name of the file.'))
      return []
    }),
  )
}

function readIndexes(state: FolderReading, folder: string, collection: string): void {
  const file = `${folder}/indexes.json`
  const json = state.files.has(file) ? load(state, file) : undefined
  if (json === undefined) return
  if (!Array.isArray(json.value)) state.faults.push(json.fault('', 'A list of indexes is wanted here.'))
  for (const [at, index] of listOf(json.value).entries()) {
    const name = memberOf(index, '_id')
    if (typeof name !== 'string' || name === '' || !isObject(index)) {
      state.faults.push(json.fault(`${at}`, 'An index is an object with _id and keys.'))
      continue
    }
    add(state, { kind: 'index', key: `${collection}/${name}`, loaded: below({ json }, `${at}`), document: index })
  }
}

function readService(state: FolderReading): void {
  const loaded = loadObject(state, 'service.json')
  if (loaded === undefined) return
  const { plugins = {}, mailServer } = loaded.value
  refuseOthers(state, loaded, ['plugins', 'mailServer'])
  for (const [key, pluginState] of Object.entries(isObject(plugins) ? plugins : {})) {
    add(state, { kind: 'plugin', key, loaded: below(loaded, `plugins.${key}`), document: { state: pluginState } })
  }
  if (isObject(mailServer)) {
    add(state, { kind: 'mail-server', key: 'own', loaded: below(loaded, 'mailServer'), document: mailServer })
  }
}

/** A part of a file, whose faults stand below its place. */
const below = ({ json }: { json: JsonFile }, place: string): { json: JsonFile } => ({
  json: { ...json, fault: (path, message) => json.fault(path === '' ? place : `${place}.${path}`, message) },
})

function refuseOthers(
  state: FolderReading,
  { json, value }: { json: JsonFile; value: ReadObject },
  fields: readonly string[],
): void {
  const others = Object.keys(value).filter(name => !fields.includes(name))
  for (const name of others) {
    state.faults.push(json.fault(name, `There is no field "${name}". The fields are: ${fields.join(', ')}.`))
  }
}
