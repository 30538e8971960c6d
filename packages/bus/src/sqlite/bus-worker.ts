import { parentPort, workerData } from 'node:worker_threads'
import { z } from 'zod'
import { createBusEngine } from './bus-engine.ts'
import { createMemberWatch } from './member-watch.ts'
import type { BusAnswer, BusRequest, BusWorkerOptions, FromWorker, ToWorker } from './protocol.ts'
import { createSendQueue } from './send-queue.ts'

const optionShape: z.ZodType<BusWorkerOptions> = z.object({
  path: z.string(),
  purgeEveryMs: z.number(),
  heartbeatEveryMs: z.number(),
})
const options = optionShape.parse(workerData)

function post(message: FromWorker) {
  const records = message.kind === 'answer' && message.answer.kind === 'records' ? message.answer.records : []
  const transfer = records.map(record => record.value.buffer)
  parentPort?.postMessage(message, transfer)
}

const answer = (id: number, value: BusAnswer) => post({ kind: 'answer', id, answer: value })
const failed = (error: unknown): BusAnswer => ({ kind: 'failed', message: describe(error) })
const describe = (error: unknown) => (error instanceof Error ? error.message : String(error))

const engine = createBusEngine(options.path)
const watch = createMemberWatch(engine, post)
const sends = createSendQueue(engine, {
  settle: (id, error) => answer(id, error === undefined ? { kind: 'done' } : failed(error)),
  appended: topic => post({ kind: 'appended', topic }),
})

const heartbeat = setInterval(() => guard(() => watch.beat()), options.heartbeatEveryMs)
const retention = setInterval(purge, options.purgeEveryMs)

function guard(work: () => void) {
  try {
    work()
  } catch {
    // A busy or full disk: the next round tries again, and whoever asks for something is told.
  }
}

function purge() {
  guard(() => {
    if (engine.purge(Date.now())) setImmediate(purge)
  })
}

const done: BusAnswer = { kind: 'done' }

function carryOut(request: Exclude<BusRequest, { kind: 'send' }>): BusAnswer {
  switch (request.kind) {
    case 'create-topics':
      engine.createTopics(request.topics)
      return done
    case 'join':
      return watch.join(request)
    case 'fetch':
      return engine.fetch(request.membership, request.positions)
    case 'commit':
      engine.commit(request.membership, request.positions)
      return done
    case 'count-unread':
      return { kind: 'counted', records: engine.countUnread(request.topic, request.positions) }
    case 'leave':
      watch.leave(request.member)
      return done
    case 'close':
      return close()
  }
}

function close(): BusAnswer {
  clearInterval(heartbeat)
  clearInterval(retention)
  engine.close()
  setImmediate(() => parentPort?.close())
  return done
}

parentPort?.on('message', ({ id, request }: ToWorker) => {
  if (request.kind === 'send') return sends.add({ id, topic: request.topic, records: request.records })
  sends.flush()
  try {
    answer(id, carryOut(request))
  } catch (error) {
    answer(id, failed(error))
  }
})

purge()
post({ kind: 'ready' })
