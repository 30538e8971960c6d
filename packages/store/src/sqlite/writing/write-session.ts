import type { Command, CommandAnswer, CommandOutcome, WriterRequest } from '../protocol.ts'
import type { Connection } from '../queries/find.ts'
import { finish } from '../queries/find.ts'
import { read } from '../queries/reads.ts'
import { toWire } from '../wire-errors.ts'
import { atomically, write } from './writes.ts'

function carryOut(connection: Connection, command: Command): CommandAnswer {
  switch (command.kind) {
    case 'insert':
    case 'bulk':
    case 'modify':
    case 'create-index':
    case 'drop-index':
    case 'create-collection':
    case 'drop-collection':
      return write(connection, command)
    default:
      return finish(read(connection, command))
  }
}

function outcomeOf(work: () => CommandAnswer): CommandOutcome {
  try {
    return { ok: true, answer: work() }
  } catch (error) {
    return { ok: false, error: toWire(error) }
  }
}

export type WriteSession = {
  isBusy(): boolean
  handle(request: Exclude<WriterRequest, { kind: 'close' }>): CommandOutcome[]
}

/** Groups and transactions on the writing connection. Requests come one at a time. */
export function openSession(connection: Connection): WriteSession {
  const { database } = connection
  let inTransaction = false

  const begin = (): CommandAnswer => {
    database.run('BEGIN IMMEDIATE')
    return {}
  }
  const commit = (): CommandAnswer => {
    try {
      database.run('COMMIT')
    } catch (error) {
      database.exec('ROLLBACK')
      throw error
    }
    return {}
  }
  const rollback = (): CommandAnswer => {
    database.run('ROLLBACK')
    return {}
  }
  const step = (command: Command): CommandOutcome =>
    outcomeOf(() => atomically(connection, () => carryOut(connection, command)))

  /** A commit that fails fails them all. */
  const group = (commands: readonly Command[]): CommandOutcome[] => {
    const begun = outcomeOf(begin)
    if (!begun.ok) return commands.map(() => begun)
    const outcomes = commands.map(step)
    const committed = outcomeOf(commit)
    return committed.ok ? outcomes : commands.map(() => committed)
  }

  return {
    isBusy: () => inTransaction,
    handle: request => {
      switch (request.kind) {
        case 'group':
          return group(request.commands)
        case 'step':
          return [step(request.command)]
        case 'begin':
          inTransaction = true
          return [outcomeOf(begin)]
        case 'commit':
          inTransaction = false
          return [outcomeOf(commit)]
        case 'abort':
          inTransaction = false
          return [outcomeOf(rollback)]
      }
    },
  }
}
