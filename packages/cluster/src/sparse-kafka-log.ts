import { createSparseLog, type Logger, type SparseLog } from '@sluice/service-kit'

type KafkaLogLine = { level: 'error' | 'warn' | 'info'; message: string }

const EACH_EVERY_MS = 60_000
const MOST_KNOWN = 100

/** What the client of Kafka has to say, each thing once a minute: one that finds no broker says the same several times a second. */
export function sparseKafkaLog(
  logger: Pick<Logger, KafkaLogLine['level']>,
  now?: () => number,
): (said: KafkaLogLine) => void {
  const known = new Map<string, SparseLog>()

  function sayingOf({ level, message }: KafkaLogLine): SparseLog {
    const say = (fields: object) => logger[level]({ part: 'bus', message, ...fields }, 'kafka.said')
    return createSparseLog(say, { everyMs: EACH_EVERY_MS, now })
  }

  return said => {
    const say = known.get(said.message) ?? sayingOf(said)
    if (known.size >= MOST_KNOWN) known.clear()
    known.set(said.message, say)
    say({})
  }
}
