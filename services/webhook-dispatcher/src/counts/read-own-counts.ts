import type { CountedTime, CountStore } from '../ports/count-store.ts'

/** A webhook whose deliveries are counted, and from when on (epoch ms) they are not those of a former one of its id. */
export type CountedWebhook = { id: string; since: number }

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** What the deliveries of these webhooks came to, by hour; by minute where a webhook was made within the hour. */
export async function readOwnHours(
  webhooks: readonly CountedWebhook[],
  hours: readonly number[],
  counts: Pick<CountStore, 'hours' | 'minutes'>,
): Promise<CountedTime[]> {
  const sinceOf = sincesOf(webhooks)
  const whole = await counts.hours([...sinceOf.keys()], hours)
  const parts = [whole.filter(({ webhookId, at }) => at > (sinceOf.get(webhookId) ?? 0))]
  const madeIn = Map.groupBy(webhooks, ({ since }) => Math.floor(since / HOUR_MS))
  for (const hour of hours) {
    const made = madeIn.get(hour)
    if (made) parts.push(await readOwnMinutes(made, [hour], counts))
  }
  return parts.flat()
}

/** What the deliveries of these webhooks came to, by minute. */
export async function readOwnMinutes(
  webhooks: readonly CountedWebhook[],
  hours: readonly number[],
  counts: Pick<CountStore, 'minutes'>,
): Promise<CountedTime[]> {
  const sinceOf = sincesOf(webhooks)
  const minutes = await counts.minutes([...sinceOf.keys()], hours)
  return minutes.filter(({ webhookId, at }) => at + MINUTE_MS > (sinceOf.get(webhookId) ?? 0))
}

const sincesOf = (webhooks: readonly CountedWebhook[]) => new Map(webhooks.map(({ id, since }) => [id, since]))
