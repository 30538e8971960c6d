import { parentPort, workerData } from 'node:worker_threads'
import { finish } from './find.ts'
import { openFile } from './open-file.ts'
import type { Answer, Command, Outcome, WriterOptions, WriterReply, WriterRequest } from './protocol.ts'
import { startPurge } from './purge.ts'
import { read } from './reads.ts'
import { toWire } from './wire-errors.ts'
import { atomically, write } from './writes.ts'

/** The thread that owns writes and transactions, and the reads inside them. */
function run(port: NonNullable<typeof parentPort>, options: WriterOptions): void {
  const file = openFile(options)
  const { database } = file.connection
  let inTransaction = false

  const carryOut = (command: Command): Answer => {
    switch (command.kind) {
      case 'find':
      case 'locate':
      case 'batch':
      case 'count':
      case 'aggregate':
      case 'estimate':
      case 'list-indexes':
      case 'list-collections':
      case 'list-databases':
        return finish(read(file.connection, command))
      default:
        return write(file.connection, command)
    }
  }
  const outcomeOf = (work: () => Answer): Outcome => {
    try {
      return { ok: true, answer: work() }
    } catch (error) {
      return { ok: false, error: toWire(error) }
    }
  }
  const step = (command: Command): Outcome => outcomeOf(() => atomically(file.connection, () => carryOut(command)))

  const group = (commands: readonly Command[]): Outcome[] => {
    const whole = outcomeOf(() => {
      database.run('BEGIN IMMEDIATE')
      return {}
    })
    if (!whole.ok) return commands.map(() => whole)
    const outcomes = commands.map(step)
    const committed = outcomeOf(commit)
    return committed.ok ? outcomes : commands.map(() => committed)
  }
  const commit = (): Answer => {
    try {
      database.run('COMMIT')
    } catch (error) {
      database.exec('ROLLBACK')
      throw error
    }
    return {}
  }
  const begin = (): Answer => {
    database.run('BEGIN IMMEDIATE')
    inTransaction = true
    return {}
  }
  const end = (how: 'commit' | 'abort'): Answer => {
    inTransaction = false
    if (how === 'commit') return commit()
    database.run('ROLLBACK')
    return {}
  }
  const purge = startPurge(file.connection, { everyMs: options.purgeIntervalMs, isBusy: () => inTransaction })
  const close = (): Answer => {
    purge.stop()
    file.close()
    port.close()
    return {}
  }

  const answer = (request: WriterRequest): Outcome[] => {
    switch (request.kind) {
      case 'group':
        return group(request.commands)
      case 'step':
        return [step(request.command)]
      case 'begin':
        return [outcomeOf(begin)]
      case 'commit':
      case 'abort':
        return [outcomeOf(() => end(request.kind))]
      case 'close':
        return [outcomeOf(close)]
    }
  }
  port.on('message', (request: WriterRequest) => {
    const reply: WriterReply = { kind: 'outcomes', outcomes: answer(request) }
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
    parentPort.close()
  }
}
