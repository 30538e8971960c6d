import { type DestinationStream, type Logger, pino } from 'pino'
import { gatherLines } from './gathered-lines.ts'

export type { Logger }

const STANDARD_OUTPUT = 1

/**
 * JSON lines, on standard output where no other `destination` is given. Fields named like secrets are removed as a last
 * line of defence; nobody should pass them.
 * @param level a pino level, or `silent`
 */
export function createLogger(options: { service: string; level: string; destination?: DestinationStream }): Logger {
  const settings = {
    level: options.level,
    base: { service: options.service },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: ['password', 'secret', 'key', 'token', 'authorization', '*.password', '*.secret', '*.authorization'],
  }
  return pino(settings, options.destination ?? gatherLines(STANDARD_OUTPUT))
}
