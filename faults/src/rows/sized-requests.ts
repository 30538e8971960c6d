import { setTimeout as wait } from 'node:timers/promises'
import { eventually } from '@sluice/testkit'
import { z } from 'zod'
import { createWebhook } from '../experiment/create-webhook.ts'
import { readEnded } from '../experiment/read-executions.ts'
import type { RowSituation } from '../experiment/row.ts'
import { startCollector } from '../load/start-collector.ts'
import { judgeCuts, type SizedEvent, type ToldBody } from '../oracle/judges/judge-cuts.ts'
import type { PromiseVerdict } from '../oracle/verdict.ts'
import { askOnce } from './own-requests.ts'

/** Requests of two sizes, and a webhook that tells a target of both as they were. */
export type SizedRequests = {
  /** One of each size, over and over. @param areTooLarge whether the large ones do not fit onto the bus meanwhile */
  sendFor(seconds: number, areTooLarge: boolean): Promise<void>
  /** Resolves when the target was told of all that was sent, or after a minute: the oracle says what is missing then. */
  untilTold(): Promise<void>
  /** Reads what target and log were told. */
  judge(): Promise<PromiseVerdict>
  close(): void
}

const PATH = '/sized'
/** So many bytes fit onto the bus; all that is around a large body does, too. */
export const SMALL_RECORD_BYTES = 8 * 1024
const LARGE_BODY_BYTES = 20_000
const EVERY_MS = 500
const SETTLE_MS = 2_000
const TOLD_WITHIN_MS = 60_000

const payload = z.object({
  id: z.string(),
  request: z.object({ body: z.unknown(), bodyOmitted: z.string().optional() }),
})

export async function openSizedRequests({ cluster, service }: RowSituation): Promise<SizedRequests> {
  const target = await startCollector()
  await service.owner('PUT', PATH)
  const condition = `path('${PATH}') and method('POST')`
  const webhookId = await createWebhook(service.owner, { name: 'sized', condition, url: target.url })
  await wait(SETTLE_MS)
  const from = Date.now()
  const events: SizedEvent[] = []
  const send = async (bytes: number, fits: boolean) => {
    // Both sizes by both gateways.
    const index = Math.floor(events.length / 2)
    const eventId = await askOnce(cluster, { path: PATH, body: { text: 'x'.repeat(bytes) }, index })
    if (eventId) events.push({ eventId, fits })
  }
  return {
    async sendFor(seconds, areTooLarge) {
      const end = performance.now() + 1000 * seconds
      while (performance.now() < end) {
        await send(1, true)
        await send(LARGE_BODY_BYTES, !areTooLarge)
        await wait(EVERY_MS)
      }
    },
    async untilTold() {
      const isTold = () => target.bodies().length >= events.length
      await eventually(isTold, { timeoutMs: TOLD_WITHIN_MS }).catch(() => undefined)
    },
    async judge() {
      const executions = await readEnded(service.owner, webhookId, { from, count: events.length })
      const log = executions.map(({ eventId, request }) => ({
        eventId,
        bytes: request.text.length,
        isMarkedCut: request.isCut,
      }))
      return judgeCuts({ events, toldTargets: target.bodies().map(toTold), log })
    },
    close: target.close,
  }
}

function toTold(text: string): ToldBody {
  const { id, request } = payload.parse(JSON.parse(text))
  const bytes = request.body === null ? 0 : JSON.stringify(request.body).length
  return { eventId: id, bytes, isMarkedCut: request.bodyOmitted === 'truncated' }
}
