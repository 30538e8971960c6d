import type { SoleHold } from '@sluice/bus'
import type { ExchangeEvent } from '@sluice/contracts'
import { isStoreOutage } from '@sluice/store'
import type { Persist } from '../delivery/persist.ts'
import { type ExecutionRow, isEnded } from '../domain/execution/execution.ts'
import type { WebhookVersion } from '../domain/webhook/webhook-version.ts'
import type { OpenedExecution } from '../ports/log-store.ts'

/** The rows of executions on their way into the store, with that of their event. */
export type RowWrite = {
  /** Whether all are there, and the event; false where the process ends before. It rejects where the store refuses them: they are not tried again. */
  isWritten: Promise<boolean>
  /** Of each, in their order, whether it is there with the claim of this process. */
  areStored: readonly Promise<boolean>[]
  /** Whether nobody else can have the event, nor will before they are there. */
  isSure(): boolean
}

type BesideOpening = {
  rows: readonly ExecutionRow[]
  hold: SoleHold
  /** Writes the event and the rows. */
  write(): Promise<readonly OpenedExecution[]>
}

/** With a write that takes longer, the store may be away: a process that ends meanwhile has told targets what nobody knows of. */
const TIMELY_MS = 2_000

export type BesideOpenings = ReturnType<typeof createBesideOpenings>

/** Opens executions while what they send begins: what is sent would be forgotten with a write that fails, so it is made until it stands. */
export function createBesideOpenings(persist: Persist) {
  /** When each of those that are under way has begun, the oldest first. */
  const begun = new Map<SoleHold, number>()

  return {
    /** Whether the store takes what is opened; while it does not, rows go first. */
    areTimely(): boolean {
      const [oldest] = begun.values()
      return oldest === undefined || performance.now() - oldest < TIMELY_MS
    },
    open({ rows, hold, write }: BesideOpening): RowWrite {
      let opened: readonly OpenedExecution[] = []
      begun.set(hold, performance.now())
      const isWritten = persistUnlessRefused(persist, async () => {
        opened = await write()
      }).finally(() => {
        begun.delete(hold)
        hold.release()
      })
      const isThere = isWritten.catch(() => false)
      return {
        isWritten,
        areStored: rows.map((row, index) => isThere.then(is => is && isOwn(row, opened[index]))),
        isSure: hold.isSure,
      }
    },
  }
}

/** What another try would not change is no reason to keep others waiting for the hold. @throws what the store has refused it with */
async function persistUnlessRefused(persist: Persist, write: () => Promise<void>): Promise<boolean> {
  const refusals: unknown[] = []
  const isOver = await persist(() =>
    write().catch(error => {
      if (isStoreOutage(error)) throw error
      refusals.push(error)
    }),
  )
  if (refusals.length > 0) throw refusals[0]
  return isOver
}

/** Also where it was there already: the answer to its first write got lost. */
const isOwn = ({ claim }: ExecutionRow, opened: OpenedExecution | undefined): boolean =>
  opened !== undefined && (opened.isNew || (opened.row.claim?.id === claim?.id && !isEnded(opened.row.status)))

/**
 * Whether an event may be told before the store knows of it. Not that of a request which others may repeat: a repeat that is handled
 * elsewhere finds the execution of the first there.
 */
export const mayBeToldAhead = ({ request }: ExchangeEvent): boolean =>
  !request.headers.some(([name]) => name === 'idempotency-key')

/** Whether a delivery may begin before its row is there. Not a mail: what it takes of the allowance is known by its execution. */
export const mayBeginAhead = ({ webhook }: WebhookVersion): boolean => webhook.type === 'http'
