import { Worker } from 'node:worker_threads'
import { StoreUnavailableError } from '../../errors.ts'
import {
  type CommandOutcome,
  isWriterReply,
  type WriterReply,
  type WriterRequest,
  type WriterThreadOptions,
} from '../protocol.ts'
import { fromWire } from '../wire-errors.ts'

export type WriterLine = { ask(request: WriterRequest): Promise<CommandOutcome[]>; stop(): Promise<void> }

export const CLOSED = 'The store is closed.'

/** The thread, one request at a time. */
export async function openLine(options: WriterThreadOptions): Promise<WriterLine> {
  const worker = new Worker(new URL('./writer-worker.ts', import.meta.url), { workerData: options })
  let settle: { resolve: (reply: WriterReply) => void; reject: (error: Error) => void } | undefined
  let isOver = false
  const lose = (reason: string) => {
    isOver = true
    settle?.reject(new StoreUnavailableError(reason))
    settle = undefined
  }
  worker.on('message', (message: unknown) => {
    if (!isWriterReply(message)) return
    settle?.resolve(message)
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
