import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Predicate, readsRequestBody, testPredicate } from '@sluice/predicate'
import { recordedExchange } from '../domain/exchange/exchange-view.ts'
import { fromEventRow } from '../domain/execution/execution.ts'
import { firstIdAt } from '../domain/execution/execution-id.ts'
import type { LogStore } from '../ports/log-store.ts'
import type { RetentionDays } from '../settings.ts'
import { scanEvents } from './scan-events.ts'

type Sources = { log: Pick<LogStore, 'eventMatches' | 'events'>; now: () => Date; retentionDays: RetentionDays }

const MAX_EVENTS = 1000
/** What is not counted within this time is not counted. */
const MAX_TIME_MS = 10_000
/** Others get their turn after so much work. */
const TURN_MS = 10
const DAY_MS = 24 * 3_600_000
/** Clocks of gateways may run ahead of ours by this much. */
const CLOCK_SKEW_MS = 60_000

/** For how many of the last 1,000 events a condition holds. Bodies are read only where it looks into them. */
export async function countMatches(condition: Predicate, { log, now, retentionDays }: Sources) {
  const at = now().getTime()
  const range = { from: firstIdAt(at - retentionDays.all * DAY_MS), below: firstIdAt(at + CLOCK_SKEW_MS) }
  const end = performance.now() + MAX_TIME_MS
  let turn = performance.now()
  let [events, matched] = [0, 0]
  for await (const rows of scanEvents({ ...range, hasBodies: readsRequestBody(condition) }, log)) {
    for (const row of rows) {
      events += 1
      if (row.event.repeat === undefined && testPredicate(condition, recordedExchange(fromEventRow(row)))) matched += 1
      if (events === MAX_EVENTS) return { events, matched }
      if (performance.now() - turn < TURN_MS) continue
      await nextTurn()
      turn = performance.now()
    }
    if (performance.now() > end) break
  }
  return { events, matched }
}
