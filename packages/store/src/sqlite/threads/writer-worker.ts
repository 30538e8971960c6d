import { parentPort, workerData } from 'node:worker_threads'
import { openFile } from '../open-file.ts'
import type { CommandOutcome, WriterReply, WriterRequest, WriterThreadOptions } from '../protocol.ts'
import { toWire } from '../wire-errors.ts'
import { startPurge } from '../writing/purge.ts'
import { openSession } from '../writing/write-session.ts'

/** The thread that owns writes and transactions, and the reads inside them. */
function run(port: NonNullable<typeof parentPort>, options: WriterThreadOptions): void {
  const file = openFile(options)
  const session = openSession(file.connection)
  const purge = startPurge(file.connection, { everyMs: options.purgeIntervalMs, isBusy: session.isBusy })
  const close = (): CommandOutcome[] => {
    purge.stop()
    file.close()
    return [{ ok: true, answer: {} }]
  }
  port.on('message', (request: WriterRequest) => {
    const outcomes = request.kind === 'close' ? close() : session.handle(request)
    const reply: WriterReply = { kind: 'outcomes', outcomes }
    port.postMessage(reply)
  })
}

if (parentPort) {
  const say = (reply: WriterReply) => parentPort?.postMessage(reply)
  try {
    run(parentPort, workerData)
    say({ kind: 'ready' })
  } catch (error) {
    say({ kind: 'refused', error: toWire(error) })
  }
}
