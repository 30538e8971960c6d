import type { ConfigFault, Environment, SettingDefinitions } from './config.ts'
import { type ReadText, readTextFile } from './read-text-file.ts'

/** A secret that stands in a file, as it was read first. */
export type SettingFile = { name: string; path: string; text: string }

type FoundSettingFiles = { files: readonly SettingFile[]; faults: readonly ConfigFault[] }

/** The secrets that the environment gives by `<NAME>_FILE` instead of `<NAME>`, as Docker and Kubernetes mount them. */
export function findSettingFiles(
  settings: SettingDefinitions,
  environment: Environment,
  read: ReadText = readTextFile,
): FoundSettingFiles {
  const files: SettingFile[] = []
  const faults: ConfigFault[] = []
  for (const [name, { isSecret }] of Object.entries(settings)) {
    const variable = `${name}_FILE`
    const path = environment[variable]?.trim()
    if (!isSecret || !path) continue
    if (environment[name]?.trim()) {
      faults.push({ name: variable, message: `is set, and ${name} too. Set one of the two.` })
      continue
    }
    const reading = read(path)
    if (reading.kind === 'text') files.push({ name, path, text: reading.text })
    else faults.push({ name: variable, message: `can not be read: ${reading.reason}` })
  }
  return { files, faults }
}

/** The environment as if these settings stood in it themselves. */
export const withTexts = (environment: Environment, texts: Iterable<readonly [string, string]>): Environment => ({
  ...environment,
  ...Object.fromEntries(texts),
})
