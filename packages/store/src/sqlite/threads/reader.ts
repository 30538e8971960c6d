import { Worker } from 'node:worker_threads'
import { StoreTimeoutError, StoreUnavailableError } from '../../errors.ts'
import {
  type CommandAnswer,
  isReaderReply,
  type ReadCommand,
  type ReaderRequest,
  type ReaderThreadOptions,
} from '../protocol.ts'
import { fromWire } from '../wire-errors.ts'

const MAX_WAITING = 10_000
/** The thread ends a query itself between two pages; past this it is stuck inside one and is replaced. */
const GRACE_MS = 100
const MAX_TRIES = 3
const MAX_HEAP_MB = 512
const YOUNG_MB = 16

type PendingRead = {
  request: ReaderRequest
  tries: number
  timer: NodeJS.Timeout
  resolve: (answer: CommandAnswer) => void
  reject: (error: Error) => void
}

export type ReaderThread = {
  send(command: ReadCommand, maxTimeMs: number): Promise<CommandAnswer>
  close(): Promise<void>
}

const CLOSED = 'The store is closed.'
const FULL = 'Too many reads are waiting. Try again later.'

type Pool = { settle(id: number): PendingRead | undefined; pending: Map<number, PendingRead> }

function openPool(): Pool {
  const pending = new Map<number, PendingRead>()
  const settle = (id: number) => {
    const found = pending.get(id)
    clearTimeout(found?.timer)
    pending.delete(id)
    return found
  }
  return { pending, settle }
}

type ThreadOptions = {
  options: ReaderThreadOptions
  settle: Pool['settle']
  onFailed: (thread: Worker, error: unknown) => void
}

function startThread({ options, settle, onFailed }: ThreadOptions): Worker {
  const thread = new Worker(new URL('./reader-worker.ts', import.meta.url), {
    workerData: options,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB, maxYoungGenerationSizeMb: YOUNG_MB },
  })
  thread.on('message', (message: unknown) => {
    if (!isReaderReply(message)) return
    const { id, outcome } = message
    const found = settle(id)
    if (outcome.ok) found?.resolve(outcome.answer)
    else found?.reject(fromWire(outcome.error))
  })
  thread.on('error', error => onFailed(thread, error))
  return thread
}

/** The reading thread, replaced when a query is stuck in it; the other queries are sent again. At most 10,000 wait. */
export function openReader(path: string, onWarning: (message: string) => void): ReaderThread {
  const { pending, settle } = openPool()
  const running = new SharedArrayBuffer(4)
  const current = new Int32Array(running)
  let isClosed = false
  let ids = 0

  const start = () => startThread({ options: { path, running }, settle, onFailed })
  const onFailed = (thread: Worker, error: unknown) => {
    onWarning(`The reading thread has failed and is replaced: ${String(error)}`)
    if (thread === worker) replace()
  }
  const resend = (each: PendingRead) => {
    each.tries += 1
    if (each.tries <= MAX_TRIES) worker.postMessage(each.request)
    else settle(each.request.id)?.reject(new StoreUnavailableError('The query ended the reading thread several times.'))
  }
  const replace = () => {
    if (isClosed) return
    const old = worker
    Atomics.store(current, 0, 0)
    worker = start()
    void old.terminate()
    for (const each of [...pending.values()]) resend(each)
  }
  const expire = (id: number, maxTimeMs: number) => {
    settle(id)?.reject(new StoreTimeoutError(`The query took longer than ${maxTimeMs} ms.`))
    if (Atomics.load(current, 0) !== id) return
    onWarning(`A query was stuck past its ${maxTimeMs} ms; the reading thread is replaced.`)
    replace()
  }
  let worker = start()

  return {
    send: (command, maxTimeMs) =>
      new Promise((resolve, reject) => {
        if (isClosed) return reject(new StoreUnavailableError(CLOSED))
        if (pending.size >= MAX_WAITING) return reject(new StoreUnavailableError(FULL))
        ids = (ids % 2_000_000_000) + 1
        const id = ids
        const request = { id, command, maxTimeMs }
        const timer = setTimeout(() => expire(id, maxTimeMs), maxTimeMs + GRACE_MS)
        pending.set(id, { request, tries: 1, timer, resolve, reject })
        worker.postMessage(request)
      }),
    close: async () => {
      isClosed = true
      for (const id of [...pending.keys()]) settle(id)?.reject(new StoreUnavailableError(CLOSED))
      await worker.terminate()
    },
  }
}
