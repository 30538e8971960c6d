import { Worker } from 'node:worker_threads'
import { StoreTimeoutError, StoreUnavailableError } from '../errors.ts'
import type { Answer, Command, Outcome, WriterOptions, WriterReply, WriterRequest } from './protocol.ts'
import { fromWire } from './wire-errors.ts'

const MAX_WAITING = 10_000
const MAX_GROUP = 256
const TRANSACTION_MS = 5000

type Waiting =
  | { kind: 'command'; command: Command; resolve: (answer: Answer) => void; reject: (error: Error) => void }
  | { kind: 'turn'; start: () => Promise<void>; reject: (error: Error) => void }

/** Sends a command and gives its answer; throws what the store threw. */
export type Send = (command: Command) => Promise<Answer>

export type Writer = {
  send: Send
  /** Runs `work` while no other write gets in between; its commands are committed together, or none of them. */
  transaction<T>(work: (send: Send) => Promise<T>): Promise<T>
  close(): Promise<void>
}

type Line = { ask(request: WriterRequest): Promise<Outcome[]>; stop(): Promise<void> }

const CLOSED = 'The store is closed.'

/** The thread, one request at a time. */
async function openLine(options: WriterOptions, onLost: () => void): Promise<Line> {
  const worker = new Worker(new URL('./writer-worker.ts', import.meta.url), { workerData: options })
  let settle: { resolve: (reply: WriterReply) => void; reject: (error: Error) => void } | undefined
  let isOver = false
  const lose = (reason: string) => {
    isOver = true
    settle?.reject(new StoreUnavailableError(reason))
    settle = undefined
    onLost()
  }
  worker.on('message', (reply: WriterReply) => {
    settle?.resolve(reply)
    settle = undefined
  })
  worker.on('error', error => lose(`The writing thread has failed: ${String(error)}`))
  worker.on('exit', () => lose(CLOSED))
  const next = () =>
    new Promise<WriterReply>((resolve, reject) => {
      settle = { resolve, reject }
      if (isOver) reject(new StoreUnavailableError(CLOSED))
    })
  const first = await next()
  if (first.kind === 'refused') {
    await worker.terminate()
    throw fromWire(first.error)
  }
  return {
    ask: async request => {
      const reply = next()
      worker.postMessage(request)
      const { kind, ...rest } = await reply
      return kind === 'outcomes' && 'outcomes' in rest ? rest.outcomes : []
    },
    stop: async () => void (await worker.terminate()),
  }
}

function unwrap(outcome: Outcome | undefined): Answer {
  if (!outcome) throw new StoreUnavailableError('The writing thread gave no answer.')
  if (!outcome.ok) throw fromWire(outcome.error)
  return outcome.answer
}

/**
 * The queue in front of the writing thread: what waits at the same moment is committed together, in one SQLite
 * transaction with a savepoint for each, so that one that fails fails alone. At most 10,000 wait.
 */
export async function openWriter(options: WriterOptions): Promise<Writer> {
  const waiting: Waiting[] = []
  let isBusy = false
  let isClosed = false
  const refuseAll = () => {
    isClosed = true
    for (const { reject } of waiting.splice(0)) reject(new StoreUnavailableError(CLOSED))
  }
  const line = await openLine(options, refuseAll)

  const takeGroup = () => {
    const group: Extract<Waiting, { kind: 'command' }>[] = []
    while (group.length < MAX_GROUP) {
      const [next] = waiting
      if (next?.kind !== 'command') break
      group.push(next)
      waiting.shift()
    }
    return group
  }

  const runGroup = async () => {
    const group = takeGroup()
    try {
      const outcomes = await line.ask({ kind: 'group', commands: group.map(({ command }) => command) })
      for (const [index, { resolve, reject }] of group.entries()) {
        const outcome = outcomes[index]
        if (outcome?.ok) resolve(outcome.answer)
        else reject(outcome ? fromWire(outcome.error) : new StoreUnavailableError('The writing thread gave no answer.'))
      }
    } catch {
      for (const { reject } of group)
        reject(new StoreUnavailableError('The writing thread is gone; the write may have happened.'))
    }
  }

  const pump = async () => {
    if (isBusy) return
    isBusy = true
    for (let next = waiting[0]; next; next = waiting[0]) {
      if (next.kind === 'command') await runGroup()
      else {
        waiting.shift()
        await next.start()
      }
    }
    isBusy = false
  }

  const enqueue = (item: Waiting) => {
    if (isClosed) item.reject(new StoreUnavailableError(CLOSED))
    else if (waiting.length >= MAX_WAITING) {
      item.reject(new StoreUnavailableError('Too many writes are waiting. Try again later.'))
    } else {
      waiting.push(item)
      void pump()
    }
  }

  const ask = async (request: WriterRequest) => unwrap((await line.ask(request))[0])

  return {
    send: command => new Promise((resolve, reject) => enqueue({ kind: 'command', command, resolve, reject })),
    transaction: work =>
      new Promise((resolve, reject) => {
        const start = () => runTransaction(ask, work).then(resolve, reject)
        enqueue({ kind: 'turn', start, reject })
      }),
    close: async () => {
      if (isClosed) return
      const closed = new Promise<void>((resolve, reject) => {
        waiting.push({ kind: 'turn', start: () => ask({ kind: 'close' }).then(() => resolve(), reject), reject })
      })
      isClosed = true
      void pump()
      await closed
      await line.stop()
    },
  }
}

/** One step at a time; over after five seconds, whatever the work is waiting for. */
async function runTransaction<T>(
  ask: (request: WriterRequest) => Promise<Answer>,
  work: (send: Send) => Promise<T>,
): Promise<T> {
  let isOver = false
  let last: Promise<unknown> = Promise.resolve()
  const send: Send = command => {
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
