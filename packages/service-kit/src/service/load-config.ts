import {
  type Config,
  type ConfigFault,
  type Environment,
  readConfig,
  readEnvironment,
  type SettingDefinitions,
} from '../settings/config.ts'
import { findSettingFiles, withTexts } from '../settings/setting-files.ts'
import { createLiveConfig, type LiveConfig } from './live-config.ts'

/** The settings as the process starts with them, and a summary for the log in which secrets are masked. */
type LoadedConfig<S extends SettingDefinitions> = {
  config: Config<S>
  summary: Record<string, string>
  /** The same settings, of which those that stand in files may be replaced. */
  live: LiveConfig<S>
}

/** The settings of this process from its environment. Faults go to standard error, all of them, and end it with code 1. */
export function loadConfig<S extends SettingDefinitions>(settings: S): LoadedConfig<S> {
  const read = readEnvironment()
  if (read.kind === 'faulty') return stopWithFaults(read.faults)
  const loaded = readLiveConfig(settings, read.environment)
  return loaded.kind === 'faulty' ? stopWithFaults(loaded.faults) : loaded
}

type LoadResult<S extends SettingDefinitions> =
  | ({ kind: 'read' } & LoadedConfig<S>)
  | { kind: 'faulty'; faults: readonly ConfigFault[] }

/** The settings that an environment gives, itself or by files that it names. */
export function readLiveConfig<S extends SettingDefinitions>(settings: S, environment: Environment): LoadResult<S> {
  const { files, faults } = findSettingFiles(settings, environment)
  const texts = files.map(({ name, text }) => [name, text] as const)
  const result = readConfig(settings, withTexts(environment, texts))
  if (result.kind === 'faulty')
    return { kind: 'faulty', faults: [...faults, ...withoutConsequences(result.faults, faults)] }
  if (faults.length > 0) return { kind: 'faulty', faults }
  const { config, summary } = result
  return { kind: 'read', config, summary, live: createLiveConfig({ settings, environment, config, files }) }
}

/** A setting whose file can't be read is not there either, which need not be said. */
function withoutConsequences(faults: readonly ConfigFault[], causes: readonly ConfigFault[]): ConfigFault[] {
  return faults.filter(({ name }) => !causes.some(cause => cause.name === `${name}_FILE`))
}

function stopWithFaults(faults: readonly ConfigFault[]): never {
  const lines = faults.map(({ name, message }) => `  ${name} ${message}`)
  process.stderr.write(`Sluice can not start: ${faults.length} fault(s) in the configuration.\n${lines.join('\n')}\n`)
  process.exit(1)
}
