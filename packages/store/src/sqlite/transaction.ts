import { StoreTimeoutError } from '../errors.ts'
import type { Command, CommandAnswer, WriterRequest } from './protocol.ts'

const TRANSACTION_MS = 5000

/** Sends a command and gives its answer; throws what the store threw. */
export type SendCommand = (command: Command) => Promise<CommandAnswer>

/** One step at a time; over after five seconds, whatever the work is waiting for. */
export async function runTransaction<T>(
  ask: (request: WriterRequest) => Promise<CommandAnswer>,
  work: (send: SendCommand) => Promise<T>,
): Promise<T> {
  let isOver = false
  let last: Promise<unknown> = Promise.resolve()
  const send: SendCommand = command => {
    const step = last.then(() => {
      if (isOver) throw new StoreTimeoutError('The transaction is over; its collections can not be used any more.')
      return ask({ kind: 'step', command })
    })
    last = step.catch(() => undefined)
    return step
  }
  await ask({ kind: 'begin' })
  try {
    const result = await withinTime(work(send))
    isOver = true
    await last
    await ask({ kind: 'commit' })
    return result
  } catch (error) {
    if (!isOver) {
      isOver = true
      await last
      await ask({ kind: 'abort' })
    }
    throw error
  }
}

async function withinTime<T>(work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => reject(new StoreTimeoutError('The transaction took longer than 5 s and was ended.')),
    TRANSACTION_MS,
  )
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}
