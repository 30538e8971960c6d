import { readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { findJsonFault, textPosition } from '@sluice/json'
import { usageError } from '../cli-error.ts'
import { isObject, type ReadObject } from '../json-values.ts'

export const CONFIG_FILE = 'sluice.config.json'
const DEFINITIONS_FOLDER = 'sluice'

export type ServerProfile = {
  name: string
  url: string
  isProtected: boolean
  variables: Readonly<Record<string, string>>
}

export type ProjectConfig = {
  /** The file; undefined where there is none. */
  file: string | undefined
  /** The folder of the definitions. */
  folder: string
  defaultProfile: string | undefined
  profiles: ReadonlyMap<string, ServerProfile>
}

/** Reads the configuration that is nearest upwards. @throws CliError, with file, line and column */
export function readConfig(directory: string): ProjectConfig {
  const found = findUpwards(directory)
  if (found === undefined) {
    return {
      file: undefined,
      folder: join(directory, DEFINITIONS_FOLDER),
      defaultProfile: undefined,
      profiles: new Map(),
    }
  }
  const { file, text } = found
  const fault = findJsonFault(text)
  if (fault !== undefined) {
    const { line, column } = textPosition(text, fault)
    throw usageError(`${file}:${line}:${column}: This is no JSON.`)
  }
  return readFields(file, JSON.parse(text))
}

function findUpwards(directory: string): { file: string; text: string } | undefined {
  for (let folder = resolve(directory); ; folder = dirname(folder)) {
    const file = join(folder, CONFIG_FILE)
    try {
      return { file, text: readFileSync(file, 'utf8') }
    } catch (error) {
      const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
      if (!isMissing) throw usageError(`${file} can't be read.`)
    }
    if (dirname(folder) === folder) return undefined
  }
}

function readFields(file: string, value: unknown): ProjectConfig {
  if (!isObject(value)) throw usageError(`${file}: An object is wanted, with version, dir, default and profiles.`)
  refuseOthers(file, value, ['version', 'dir', 'default', 'profiles'])
  if (value.version !== 1) throw usageError(`${file}: version has to be 1.`)
  const { dir = DEFINITIONS_FOLDER, default: first, profiles = {} } = value
  if (typeof dir !== 'string') throw usageError(`${file}: dir has to be the name of a folder.`)
  if (!isObject(profiles)) throw usageError(`${file}: profiles has to be an object of profiles by their names.`)
  const read = new Map(Object.entries(profiles).map(([name, profile]) => [name, readProfile(file, name, profile)]))
  if (first !== undefined && (typeof first !== 'string' || !read.has(first))) {
    throw usageError(`${file}: default has to be the name of one of the profiles.`)
  }
  return { file, folder: resolve(dirname(file), dir), defaultProfile: first, profiles: read }
}

function readProfile(file: string, name: string, value: unknown): ServerProfile {
  const at = `${file}: profiles.${name}`
  if (!isObject(value)) throw usageError(`${at} has to be an object with an url.`)
  refuseOthers(at, value, ['url', 'protected', 'variables'])
  const { url, protected: isProtected = false, variables = {} } = value
  if (typeof url !== 'string') throw usageError(`${at}.url is missing.`)
  if (typeof isProtected !== 'boolean') throw usageError(`${at}.protected has to be true or false.`)
  if (!isObject(variables) || !isTexts(variables)) throw usageError(`${at}.variables has to be an object of texts.`)
  return { name, url, isProtected, variables }
}

const isTexts = (value: ReadObject): value is Readonly<Record<string, string>> =>
  Object.values(value).every(one => typeof one === 'string')

function refuseOthers(at: string, value: ReadObject, known: readonly string[]): void {
  const other = Object.keys(value).find(name => !known.includes(name))
  if (other !== undefined) throw usageError(`${at} has no field "${other}". The fields are: ${known.join(', ')}.`)
}
