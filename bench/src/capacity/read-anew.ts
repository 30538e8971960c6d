import type { Document } from '@sluice/store'
import type { BenchWebhookWorld } from '../webhooks/webhook-world.ts'

const DB = 'sluice'
const BATCH = 1_000
/** More changes at once than a process reads one by one. */
const GAP = 1_000

const counters = { db: DB, collection: '_changeCounters' }

export const numbersFrom = (first: number, end: number): number[] =>
  Array.from({ length: end - first }, (_, at) => first + at)

/** Puts documents into the store, past the service that would take longer for it. Nobody knows of them yet. */
export async function insertAll(
  { store }: BenchWebhookWorld,
  collection: string,
  documents: Document[],
): Promise<void> {
  for (let first = 0; first < documents.length; first += BATCH) {
    await store.collection({ db: DB, collection }).insertMany(documents.slice(first, first + BATCH))
  }
}

/** @returns the sequence of the change log that the next `readAnew` of the topic makes the newest */
export async function nextPosition({ store }: BenchWebhookWorld, topic: string): Promise<number> {
  const counter = await store.collection(counters).findOne({ _id: topic })
  return Number(counter?.sequence ?? 0) + GAP
}

/** Makes every process read all of a topic again, as after a gap in the change log. */
export async function readAnew({ store }: BenchWebhookWorld, topic: string): Promise<void> {
  await store.collection(counters).updateOne({ _id: topic }, { $inc: { sequence: GAP } }, { upsert: true })
}
