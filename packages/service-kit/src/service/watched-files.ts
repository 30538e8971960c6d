import type { Logger } from '../telemetry/logger.ts'
import { observing } from '../telemetry/meter-of.ts'
import type { ProcessPart } from './run-service.ts'

/** What a file that has changed came to. `reason` says nothing of what stands in the file. */
export type FileChange =
  | { kind: 'taken-over'; name: string; needsRestart: boolean }
  | { kind: 'refused'; name: string; reason: string }

/** Settings whose files may be replaced while the process runs. */
export type WatchedSettings = {
  /** The settings that come from files. */
  names: readonly string[]
  /** Reads the files again. @returns what was not known yet: what was taken over, and what was refused */
  look(): readonly FileChange[]
}

type Dependencies = { watched: readonly WatchedSettings[]; logger: Logger; everyMs?: number }

const LOOK_EVERY_MS = 5_000

/**
 * Looks at files while the process runs. It reads them, and does not wait to be told of changes: links that are moved (as
 * Kubernetes does) and mounts tell nothing.
 */
export function watchedFilesPart({ watched, logger, everyMs = LOOK_EVERY_MS }: Dependencies): ProcessPart {
  const names = watched.flatMap(one => one.names)
  let timer: NodeJS.Timeout | undefined
  return {
    name: 'watched-files',
    async start() {
      if (names.length === 0) return
      const count = countChanges(names)
      const look = () => {
        for (const change of watched.flatMap(one => one.look())) {
          count(change)
          tell(logger, change)
        }
      }
      look()
      timer = setInterval(look, everyMs).unref()
    },
    async stop() {
      clearInterval(timer)
    },
  }
}

function tell(logger: Logger, change: FileChange): void {
  const { name: setting } = change
  if (change.kind === 'refused') logger.error({ setting, reason: change.reason }, 'setting.not-replaced')
  else if (change.needsRestart) logger.warn({ setting }, 'setting.needs-restart')
  else logger.info({ setting }, 'setting.replaced')
}

function countChanges(names: readonly string[]): (change: FileChange) => void {
  const counts = { 'taken-over': zeroes(names), refused: zeroes(names) }
  observing('settings').counter('setting_changes', 'Files of settings that brought another value', () =>
    Object.entries(counts).flatMap(([outcome, byName]) =>
      [...byName].map(([setting, count]) => [count, { setting, outcome }] as const),
    ),
  )
  return ({ kind, name }) => void counts[kind].set(name, (counts[kind].get(name) ?? 0) + 1)
}

const zeroes = (names: readonly string[]) => new Map(names.map(name => [name, 0]))
