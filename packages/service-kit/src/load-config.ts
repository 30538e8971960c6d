import { type Config, type ConfigFault, readConfig, readEnvironment, type Settings } from './config.ts'

/**
 * The settings of this process from its environment. Faults go to standard error, all of them, and end it with code 1.
 * @returns the values, and a summary for the log in which secrets are masked
 */
export function loadConfig<S extends Settings>(settings: S): { config: Config<S>; summary: Record<string, string> } {
  const environment = readEnvironment()
  if (environment.kind === 'faulty') return stopWithFaults(environment.faults)
  const read = readConfig(settings, environment.environment)
  if (read.kind === 'faulty') return stopWithFaults(read.faults)
  return { config: read.config, summary: read.summary }
}

function stopWithFaults(faults: readonly ConfigFault[]): never {
  const lines = faults.map(({ name, message }) => `  ${name} ${message}`)
  process.stderr.write(`Sluice can not start: ${faults.length} fault(s) in the configuration.\n${lines.join('\n')}\n`)
  process.exit(1)
}
