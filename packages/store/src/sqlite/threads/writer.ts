import { StoreUnavailableError } from '../../errors.ts'
import type { Command, CommandAnswer, CommandOutcome, WriterRequest, WriterThreadOptions } from '../protocol.ts'
import { runTransaction, type SendCommand } from '../transaction.ts'
import { fromWire } from '../wire-errors.ts'
import { CLOSED, openLine, type WriterLine } from './writer-line.ts'

const MAX_WAITING = 10_000
const MAX_GROUP = 256

type WaitingWrite =
  | { kind: 'command'; command: Command; resolve: (answer: CommandAnswer) => void; reject: (error: Error) => void }
  | { kind: 'turn'; start: () => Promise<void>; reject: (error: Error) => void }
type WaitingCommand = Extract<WaitingWrite, { kind: 'command' }>

export type WriterThread = {
  send: SendCommand
  /** Runs `work` while no other write gets in between; its commands are committed together, or none of them. */
  transaction<T>(work: (send: SendCommand) => Promise<T>): Promise<T>
  close(): Promise<void>
}

const NO_ANSWER = 'The writing thread is gone. The write may have happened.'

function unwrap(outcome: CommandOutcome | undefined): CommandAnswer {
  if (!outcome) throw new StoreUnavailableError(NO_ANSWER)
  if (!outcome.ok) throw fromWire(outcome.error)
  return outcome.answer
}

function takeGroup(waiting: WaitingWrite[]): WaitingCommand[] {
  const group: WaitingCommand[] = []
  for (const next of waiting) {
    if (next.kind !== 'command' || group.length === MAX_GROUP) break
    group.push(next)
  }
  waiting.splice(0, group.length)
  return group
}

async function runGroup(line: WriterLine, group: readonly WaitingCommand[]): Promise<void> {
  const commands = group.map(({ command }) => command)
  const outcomes = await line.ask({ kind: 'group', commands }).catch((): CommandOutcome[] => [])
  for (const [index, { resolve, reject }] of group.entries()) {
    const outcome = outcomes[index]
    if (outcome?.ok) resolve(outcome.answer)
    else reject(outcome ? fromWire(outcome.error) : new StoreUnavailableError(NO_ANSWER))
  }
}

/** What waits is done in its order; commands that wait at the same moment as one group. */
function queue(line: WriterLine): { add(item: WaitingWrite): void; close(last: () => Promise<void>): Promise<void> } {
  const waiting: WaitingWrite[] = []
  let isBusy = false
  let isClosed = false
  const pump = async () => {
    if (isBusy) return
    isBusy = true
    for (let next = waiting[0]; next; next = waiting[0]) {
      if (next.kind === 'command') await runGroup(line, takeGroup(waiting))
      else {
        waiting.shift()
        await next.start()
      }
    }
    isBusy = false
  }
  const push = (item: WaitingWrite) => {
    waiting.push(item)
    void pump()
  }
  return {
    add: item => {
      if (isClosed) item.reject(new StoreUnavailableError(CLOSED))
      else if (waiting.length < MAX_WAITING) push(item)
      else item.reject(new StoreUnavailableError('Too many writes are waiting. Try again later.'))
    },
    close: last => {
      if (isClosed) return Promise.resolve()
      isClosed = true
      return new Promise((resolve, reject) => push({ kind: 'turn', start: () => last().then(resolve, reject), reject }))
    },
  }
}

/**
 * The way to the writing thread: what waits at the same moment is committed together, in one SQLite transaction with
 * a savepoint for each, so that one that fails fails alone. At most 10,000 wait.
 */
export async function openWriter(options: WriterThreadOptions): Promise<WriterThread> {
  const line = await openLine(options)
  const waiting = queue(line)
  const ask = async (request: WriterRequest) => unwrap((await line.ask(request))[0])
  return {
    send: command => new Promise((resolve, reject) => waiting.add({ kind: 'command', command, resolve, reject })),
    transaction: work =>
      new Promise((resolve, reject) => {
        waiting.add({ kind: 'turn', start: () => runTransaction(ask, work).then(resolve, reject), reject })
      }),
    close: () =>
      waiting.close(async () => {
        await ask({ kind: 'close' })
        await line.stop()
      }),
  }
}
