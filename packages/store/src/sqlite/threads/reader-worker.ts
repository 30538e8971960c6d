import { parentPort, workerData } from 'node:worker_threads'
import { StoreTimeoutError, StoreUnavailableError } from '../../errors.ts'
import { openCatalog } from '../catalog.ts'
import { openDatabase } from '../database.ts'
import type { CommandAnswer, CommandOutcome, ReaderReply, ReaderRequest, ReaderThreadOptions } from '../protocol.ts'
import type { Connection, SlicedWork } from '../queries/find.ts'
import { read } from '../queries/reads.ts'
import { toWire } from '../wire-errors.ts'

const SLICE_MS = 4
const MAX_STARTS = 5

type ReaderTask = {
  request: ReaderRequest
  deadline: number
  work: SlicedWork<CommandAnswer>
  version: number
  starts: number
}

/** Runs queries in slices, one after the other in turn, so that a long one holds up no short one. */
function run(port: NonNullable<typeof parentPort>, { path, running }: ReaderThreadOptions): void {
  const database = openDatabase(path, { readOnly: true })
  const connection: Connection = { database, catalog: openCatalog(database) }
  const current = new Int32Array(running)
  const tasks: ReaderTask[] = []

  const begin = (task: Pick<ReaderTask, 'request' | 'deadline' | 'starts'>): ReaderTask => ({
    ...task,
    work: read(connection, task.request.command),
    version: connection.catalog.version(),
    starts: task.starts + 1,
  })

  /** A query that went on over a change of collections or indexes begins again. */
  const slice = (task: ReaderTask): CommandAnswer | undefined => {
    const end = performance.now() + SLICE_MS
    if (connection.catalog.version() !== task.version) {
      if (task.starts >= MAX_STARTS)
        throw new StoreUnavailableError('The indexes keep changing during the query. Try again.')
      Object.assign(task, begin(task))
    }
    do {
      const { done, value } = task.work.next()
      if (done) return value
    } while (performance.now() < end)
    if (performance.now() > task.deadline) {
      throw new StoreTimeoutError(`The query took longer than ${task.request.maxTimeMs} ms.`)
    }
    return undefined
  }

  const outcomeOf = (task: ReaderTask): CommandOutcome | undefined => {
    Atomics.store(current, 0, task.request.id)
    try {
      const answer = slice(task)
      return answer && { ok: true, answer }
    } catch (error) {
      return { ok: false, error: toWire(error) }
    } finally {
      Atomics.store(current, 0, 0)
    }
  }

  const turn = (): void => {
    const task = tasks.shift()
    if (!task) return
    const outcome = outcomeOf(task)
    if (outcome) {
      const reply: ReaderReply = { kind: 'outcome', id: task.request.id, outcome }
      port.postMessage(reply)
    } else tasks.push(task)
    if (tasks.length > 0) setImmediate(turn)
  }

  port.on('message', (request: ReaderRequest) => {
    tasks.push(begin({ request, deadline: performance.now() + request.maxTimeMs, starts: 0 }))
    if (tasks.length === 1) turn()
  })
}

if (parentPort) run(parentPort, workerData)
