import { deliveriesByPair, knownEvents, pairOf } from './events.ts'
import type { Observations } from './observations.ts'
import { type Verdict, verdict } from './verdict.ts'

const CREATED = 201

/** L: every event reached every webhook that fires, and every acknowledged write is there (G1, G3). */
export function judgeLoss(seen: Observations): Verdict {
  const undelivered = findUndelivered(seen)
  const unstored = findUnstored(seen)
  const figure = `${undelivered.length + unstored.length} lost of ${knownEvents(seen).length} events`
  return verdict('L', figure, [...undelivered, ...unstored])
}

function findUndelivered(seen: Observations): string[] {
  const delivered = deliveriesByPair(seen.deliveries)
  const firing = seen.webhooks.filter(({ fires }) => fires)
  return knownEvents(seen).flatMap(({ eventId, tag }) =>
    firing
      .filter(({ id }) => !delivered.has(pairOf({ eventId, webhookId: id })))
      .map(({ id }) => `event ${eventId} (${tag}) never reached the target of webhook ${id}`),
  )
}

const findUnstored = ({ sent, stored }: Observations): string[] =>
  sent
    .filter(({ kind, answer, tag }) => kind === 'post' && answer?.status === CREATED && !stored.has(tag))
    .map(({ tag }) => `the write ${tag} was answered 201 and is not there`)
