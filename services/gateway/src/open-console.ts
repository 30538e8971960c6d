import { createConsoleHost } from '@sluice/console'
import type { Config, Logger, ProcessPart } from '@sluice/service-kit'
import type { ServedConsole } from './control-plane/console-routes.ts'
import type { settings } from './settings.ts'

/** The console of a process. `part` starts last, so that a build holds nobody up. */
export type OpenConsole = { served: ServedConsole; part: ProcessPart }

/** @returns undefined where the operator wants no console */
export function openConsole(
  config: Config<typeof settings> & { SERVICE_ID: string },
  logger: Logger,
): OpenConsole | undefined {
  if (config.CONSOLE === false) return undefined
  const host = createConsoleHost({
    built: seconds => logger.info({ part: 'console', seconds }, 'console.built'),
    failed: said => logger.warn({ part: 'console', said }, 'console.not-built'),
  })
  const look = { name: config.CONSOLE_NAME ?? config.SERVICE_ID, colour: config.CONSOLE_COLOUR }
  return { served: { host, look }, part: { name: 'console', start: async () => host.start(), stop: host.stop } }
}
