import { deliveriesByPair, dueEvents, pairOf, shedEvents } from '../events.ts'
import type { Observations } from '../observations.ts'
import { type PromiseVerdict, verdict } from '../verdict.ts'

const CREATED = 201

/** L: every event reached every webhook that fires or was counted as given up, and every acknowledged write is there (G1, G3). */
export function judgeLoss(seen: Observations): PromiseVerdict {
  const lost = [...findUndelivered(seen), ...findUnstored(seen)]
  const figure = `${lost.length} lost of ${dueEvents(seen).length} events`
  return verdict('L', seen.shed === undefined ? figure : `${figure}, ${seen.shed} shed`, [...lost, ...miscounted(seen)])
}

function miscounted(seen: Observations): string[] {
  if (seen.shed === undefined) return []
  const { ids, doubtful } = shedEvents(seen)
  const isExact = seen.shed >= ids.size && seen.shed <= ids.size + doubtful
  const expected = doubtful > 0 ? `${ids.size} to ${ids.size + doubtful}` : ids.size
  return isExact ? [] : [`events of ${expected} requests reached nobody, and ${seen.shed} were counted as given up`]
}

function findUndelivered(seen: Observations): string[] {
  const delivered = deliveriesByPair(seen.deliveries)
  const firing = seen.webhooks.filter(({ fires }) => fires)
  return dueEvents(seen).flatMap(({ eventId, tag }) =>
    firing
      .filter(({ id }) => !delivered.has(pairOf({ eventId, webhookId: id })))
      .map(({ id }) => `event ${eventId} (${tag}) never reached the target of webhook ${id}`),
  )
}

const findUnstored = ({ sent, stored }: Observations): string[] =>
  sent
    .filter(({ kind, answer, tag }) => kind === 'post' && answer?.status === CREATED && !stored.has(tag))
    .map(({ tag }) => `the write ${tag} was answered 201 and is not there`)
