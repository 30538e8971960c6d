import type { ChangeLog } from '@sluice/change-log'
import type { RecordedExchange, WebhookRecord } from '@sluice/contracts'
import { allOf, isDocument, parseDocumentJson } from '@sluice/documents'
import type { Document } from '@sluice/store'
import { recordedExchange } from '../domain/exchange/exchange-view.ts'
import { occurrenceExchange } from '../domain/occurrence/occurrence-exchange.ts'
import type { LiveWebhooks } from '../ports/live-webhooks.ts'
import type { ClaimedOccurrence, Occurrence, OccurrenceStamp, OccurrenceStore } from '../ports/occurrence-store.ts'
import type { WebhookStore } from '../ports/webhook-store.ts'

export type TellerDependencies = {
  changes: Pick<ChangeLog, 'catchUpWithStore'>
  live: Pick<LiveWebhooks, 'judgeAt'>
  webhooks: Pick<WebhookStore, 'find'>
  occurrences: Pick<OccurrenceStore, 'claim' | 'stamp' | 'settle'>
  serviceId: string
  now: () => Date
  /** Matches, logs and delivers it. @returns whether it is complete; until it is, it is to come again */
  handle(told: RecordedExchange): Promise<boolean>
  /** @returns whether it is done */
  mailContacts(occurrence: Occurrence): Promise<boolean>
}

/** Occurrences that are told beside each other, and how many such lots one round tells. */
const AT_ONCE = 20
const LOTS = 10

/** Tells what is to be told: to the webhooks whose conditions name it, and whose writers may read whom it is about. */
export function createTeller(dependencies: TellerDependencies) {
  const { changes, live, occurrences, serviceId, now, handle, mailContacts } = dependencies

  async function stampOf({ occurrence }: ClaimedOccurrence): Promise<OccurrenceStamp> {
    const { epoch, positions } = await changes.catchUpWithStore(['webhooks'])
    const sequence = positions.webhooks ?? 0
    const unheard = occurrenceExchange({ occurrence, stamp: { sequence, epoch, audience: [] }, serviceId })
    const { matched } = await live.judgeAt(sequence, recordedExchange(unheard))
    const audience: string[] = []
    for (const { webhook } of matched)
      if (await mayHearOf(webhook, occurrence, dependencies)) audience.push(webhook._id)
    return { sequence, epoch, audience }
  }

  async function tell(claimed: ClaimedOccurrence): Promise<void> {
    const stamp = claimed.stamp ?? (await occurrences.stamp(claimed, await stampOf(claimed)))
    if (!stamp) return
    const told = occurrenceExchange({ occurrence: claimed.occurrence, stamp, serviceId })
    // What nobody hears of is no entry of anybody's log.
    const isComplete = stamp.audience.length === 0 || (await handle(told))
    if (isComplete && (await mailContacts(claimed.occurrence))) await occurrences.settle(claimed)
  }

  return {
    /** One round. What could not be told comes again when its claim is over. */
    async tellAll(): Promise<void> {
      for (let lot = 0; lot < LOTS; lot += 1) {
        const claimed = await occurrences.claim(now().getTime(), AT_ONCE)
        const told = await Promise.allSettled(claimed.map(tell))
        const failed = told.find(({ status }) => status === 'rejected')
        if (failed?.status === 'rejected') throw failed.reason
        if (claimed.length < AT_ONCE) return
      }
    },
  }
}

/** Whether those who have written this webhook may read whom it is about; what is about nobody is for who may read all. */
async function mayHearOf(
  { _id, hearing }: WebhookRecord,
  { about }: Occurrence,
  { webhooks }: Pick<TellerDependencies, 'webhooks'>,
): Promise<boolean> {
  if (!hearing || _id === about.webhookId) return false
  const { among, user } = hearing
  if (among.length === 0) return true
  if (about.webhookId === undefined) return about.user !== undefined && about.user === user
  const filters = among.map(readFilter)
  const found = await webhooks.find(allOf({ _id: about.webhookId }, ...filters))
  return found.length > 0
}

const NO_WEBHOOK: Document = { _id: { $in: [] } }

/** What can't be read lets nothing through. */
function readFilter(text: string): Document {
  const parsed = parseDocumentJson(text)
  return parsed.kind === 'parsed' && isDocument(parsed.value) ? parsed.value : NO_WEBHOOK
}
