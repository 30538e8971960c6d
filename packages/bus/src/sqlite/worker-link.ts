import { Worker } from 'node:worker_threads'
import { BusUnavailableError } from '../errors.ts'
import { type BusAnswer, type BusNotice, type BusRequest, type BusWorkerOptions, isFromWorker } from './protocol.ts'

type WaitingRequest = { resolve(answer: BusAnswer): void; reject(error: Error): void }

/** The main thread's end of the worker: questions with answers, and notices. */
export type WorkerLink = {
  /** @throws BusUnavailableError with what the worker said, or when it has ended */
  ask(request: BusRequest, transfer?: readonly ArrayBuffer[]): Promise<Exclude<BusAnswer, { kind: 'failed' }>>
  onNotice(listener: (notice: BusNotice) => void): void
  /** The worker ends after what was asked before. */
  close(): Promise<void>
}

/** Resolves when the file is open. @throws BusUnavailableError when it can't be opened */
export async function startWorker(workerData: BusWorkerOptions): Promise<WorkerLink> {
  const worker = new Worker(new URL('./bus-worker.ts', import.meta.url), { workerData, name: 'sluice-bus' })
  const waiting = new Map<number, WaitingRequest>()
  const listeners: ((notice: BusNotice) => void)[] = []
  const ready = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  let failure: Error | undefined
  let lastId = 0

  function fail(reason: string) {
    failure ??= new BusUnavailableError(reason)
    ready.reject(failure)
    for (const { reject } of waiting.values()) reject(failure)
    waiting.clear()
  }

  function tell(notice: BusNotice) {
    for (const listener of listeners) listener(notice)
  }

  worker.on('error', (error: unknown) => fail(`The bus at ${workerData.path} failed: ${describe(error)}`))
  worker.on('exit', () => {
    fail('The bus is closed.')
    ended.resolve()
  })
  worker.on('message', (message: unknown) => {
    if (!isFromWorker(message)) return
    if (message.kind === 'ready') return ready.resolve()
    if (message.kind !== 'answer') return tell(message)
    waiting.get(message.id)?.resolve(message.answer)
    waiting.delete(message.id)
  })

  function post(request: BusRequest, transfer: readonly ArrayBuffer[]): Promise<BusAnswer> {
    if (failure) return Promise.reject(failure)
    const { promise, resolve, reject } = Promise.withResolvers<BusAnswer>()
    const id = ++lastId
    waiting.set(id, { resolve, reject })
    worker.postMessage({ id, request }, [...transfer])
    return promise
  }

  async function ask(request: BusRequest, transfer: readonly ArrayBuffer[] = []) {
    const answer = await post(request, transfer)
    if (answer.kind === 'failed') throw new BusUnavailableError(answer.message)
    return answer
  }

  async function close() {
    if (!failure) {
      const closing = post({ kind: 'close' }, [])
      failure = new BusUnavailableError('The bus is closed.')
      await closing
    }
    await ended.promise
  }

  await ready.promise
  return { ask, onNotice: listener => void listeners.push(listener), close }
}

function describe(error: unknown): string {
  return typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : String(error)
}
