import { type Config, readLiveConfig, type SettingDefinitions } from '@sluice/service-kit'

/** The texts that a test sets are not what the settings take. */
class WrongSettingsError extends Error {
  override name = 'WrongSettingsError'
}

/** Reads settings from an environment in which these texts alone are set. @throws WrongSettingsError */
export function configOf<S extends SettingDefinitions>(
  settings: S,
  environment: Readonly<Record<string, string>> = {},
): Config<S> {
  const read = readLiveConfig(settings, environment)
  if (read.kind === 'read') return read.config
  throw new WrongSettingsError(read.faults.map(({ name, message }) => `${name} ${message}`).join('\n'))
}
