import { deliveriesByPair, dueEvents, pairOf, switchedEvents } from '../events.ts'
import type { LogRow, Observations } from '../observations.ts'
import { type PromiseVerdict, verdict } from '../verdict.ts'

/** G: each event and enabled webhook has exactly one entry; `success` if and only if a target answered 2xx (G2). */
export function judgeLog(seen: Observations): PromiseVerdict {
  const entries = Map.groupBy(seen.log, pairOf)
  const expected = expectedStatuses(seen)
  const switched = switchedEvents(seen)
  const isForRow = ([row]: readonly LogRow[]) => row !== undefined && switched.has(row.eventId)
  const unexpected = [...entries].filter(([pair, rows]) => !expected.has(pair) && !isForRow(rows))
  const findings = [
    ...[...expected].flatMap(([pair, status]) => checkPair(pair, status, entries.get(pair) ?? [])),
    ...unexpected.flatMap(([pair, rows]) => checkUnexpected(pair, rows, seen)),
  ]
  return verdict('G', `${expected.size} entries due, ${findings.length} wrong`, findings)
}

function expectedStatuses(seen: Observations): Map<string, LogRow['status']> {
  const delivered = deliveriesByPair(seen.deliveries)
  const isSuccess = (pair: string) => (delivered.get(pair) ?? []).some(({ status }) => status >= 200 && status < 300)
  const expected = new Map<string, LogRow['status']>()
  for (const { eventId } of dueEvents(seen)) {
    for (const { id, fires } of seen.webhooks) {
      const pair = pairOf({ eventId, webhookId: id })
      const ofFiring = isSuccess(pair) ? 'success' : 'failed'
      expected.set(pair, fires ? ofFiring : 'skipped')
    }
  }
  return expected
}

function checkPair(pair: string, status: LogRow['status'], rows: readonly LogRow[]): string[] {
  if (rows.length !== 1) return [`${pair}: ${rows.length} entries instead of one`]
  return rows.filter(row => row.status !== status).map(row => `${pair}: ${row.status} instead of ${status}`)
}

/**
 * Entries of events that the rig knows nothing of: the prober's and the rig's own requests match no webhook, and a
 * request without an answer may have failed at its targets unseen. A success without a delivery is a lie.
 */
function checkUnexpected(pair: string, rows: readonly LogRow[], { sent }: Observations): string[] {
  const mayFail = sent.some(({ answer }) => answer === undefined || answer.status >= 429)
  const isAllowed = ({ status }: LogRow) => status === 'skipped' || (status === 'failed' && mayFail)
  const wrong = rows.filter(row => !isAllowed(row)).map(({ status }) => `${pair}: ${status}, of an event nobody knows`)
  return rows.length > 1 ? [...wrong, `${pair}: ${rows.length} entries instead of one`] : wrong
}
