import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import type { AskAsOwner } from '../cluster/owner-client.ts'
import type { Execution } from '../oracle/judges/judge-outcomes.ts'
import type { LogRow } from '../oracle/observations.ts'
import { readLog } from './read-back.ts'

const detail = z.object({
  eventId: z.string(),
  status: z.enum(['success', 'failed', 'skipped', 'pending']),
  durationMs: z.number(),
  summary: z.string(),
  incomingRequest: z.object({ path: z.string(), body: z.object({ text: z.string(), truncated: z.boolean() }) }),
  error: z.object({ stage: z.string(), code: z.string() }).nullable(),
  response: z.object({ statusCode: z.number(), body: z.object({ truncated: z.boolean() }) }).nullable(),
})

/** `request`: that it is about. */
export type ReadExecution = Execution & { request: { path: string; text: string; isCut: boolean } }

const ENDED_WITHIN_MS = 90_000
/** Each look is work for what is measured. */
const LOOK_EVERY_MS = 2_000
const ENDED = ['success', 'failed'] as const

/**
 * All executions of a webhook about events since then, once so many have ended, or the time is over: what there is then is
 * for the oracle.
 */
export async function readEnded(
  owner: AskAsOwner,
  webhookId: string,
  { from, count }: { from: number; count: number },
): Promise<ReadExecution[]> {
  const hasEnded = async () => (await listEntries(owner, webhookId, { from, statuses: ENDED })).length >= count
  const deadline = performance.now() + ENDED_WITHIN_MS
  while (performance.now() < deadline && !(await hasEnded().catch(() => false))) await wait(LOOK_EVERY_MS)
  return readDetails(owner, webhookId, await listEntries(owner, webhookId, { from, statuses: [...ENDED, 'pending'] }))
}

/** The skipped entries since then that have the text, in their line or in the path of their request. */
export const readSkipped = async (
  owner: AskAsOwner,
  webhookId: string,
  { from, text }: { from: number; text: string },
): Promise<ReadExecution[]> =>
  readDetails(owner, webhookId, await listEntries(owner, webhookId, { from, text, statuses: ['skipped'] }))

type WantedExecutions = { from: number; text?: string; statuses: readonly LogRow['status'][] }

async function listEntries(owner: AskAsOwner, webhookId: string, { from, text = '', statuses }: WantedExecutions) {
  const to = Date.now()
  const lists = await Promise.all(statuses.map(status => readLog(owner, webhookId, { from, to, text, status })))
  return lists.flat()
}

async function readDetails(owner: AskAsOwner, webhookId: string, rows: readonly LogRow[]): Promise<ReadExecution[]> {
  const executions: ReadExecution[] = []
  for (const { entryId } of rows) {
    const read = detail.parse(await owner('GET', `/webhooks/${webhookId}/logs/${entryId}`))
    const { error, response, incomingRequest, ...known } = read
    const { body } = incomingRequest
    executions.push({
      ...known,
      deliveryId: entryId,
      error: error ?? undefined,
      response: response ? { statusCode: response.statusCode, isCut: response.body.truncated } : undefined,
      request: { path: incomingRequest.path, text: body.text, isCut: body.truncated },
    })
  }
  return executions
}
