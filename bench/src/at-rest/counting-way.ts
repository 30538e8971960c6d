import { collectionOf, commandOf, splitMessages, startNetworkWay } from '@sluice/faults/cluster'

/** How often each command was sent, by its name. */
export type CommandCounts = ReadonlyMap<string, number>

/** A driver's question to the store whether it is well: not one of ours, whose way goes through a session. */
export const HEARTBEAT = 'heartbeat'
const QUESTIONS: ReadonlySet<string> = new Set(['hello', 'isMaster', 'ismaster'])

/** The way of one process to a backend, on which its commands are counted. */
export type CountingWay = {
  /** The URL at which the process finds the backend. */
  url: string
  /** Since the way was opened. */
  counted(): CommandCounts
  close(): void
}

/** Reads what one connection brings, chunk by chunk, into the names of commands. */
type CommandReader = (chunk: Buffer) => readonly string[]

/** A command begins as a list of texts, of which the first is its name. A process at rest sends nothing that looks so inside. */
const REDIS_COMMAND = /\*\d+\r\n\$\d+\r\n([a-z]+)\r\n/gi

/** @param target of the store; its address names one server only from here on */
export async function startStoreWay(target: string): Promise<CountingWay> {
  const way = await startCountingWay(target, readStoreCommands)
  const url = new URL(way.url)
  // Otherwise the driver goes where the store says that it is.
  url.searchParams.set('directConnection', 'true')
  return { ...way, url: url.href }
}

export const startRedisWay = (target: string): Promise<CountingWay> =>
  startCountingWay(target, () => chunk => Array.from(chunk.toString('latin1').matchAll(REDIS_COMMAND), nameOf))

const nameOf = ([, name = '']: RegExpExecArray): string => name.toLowerCase()

async function startCountingWay(target: string, openReader: () => CommandReader): Promise<CountingWay> {
  const counts = new Map<string, number>()
  const way = await startNetworkWay(new URL(target), {
    there(_, far) {
      const read = openReader()
      return chunk => {
        for (const name of read(chunk)) counts.set(name, (counts.get(name) ?? 0) + 1)
        return far.write(chunk)
      }
    },
  })
  return { url: way.url.href, counted: () => new Map(counts), close: way.close }
}

function readStoreCommands(): CommandReader {
  let received: Buffer = Buffer.alloc(0)
  return chunk => {
    const { messages, rest } = splitMessages(Buffer.concat([received, chunk]))
    received = rest
    return messages.map(message => {
      const command = commandOf(message)
      if (QUESTIONS.has(command)) return message.includes('lsid') ? 'clock' : HEARTBEAT
      return [command, collectionOf(message)].join(' ').trim()
    })
  }
}
