import type { Observations, ReceivedAnswer, SentRequest, TargetDelivery } from './observations.ts'

export type KnownEvent = { eventId: string; tag: string }

// A gateway that sheds (429, 503) may do so before the request is an event.
const MAY_BE_NO_EVENT = new Set([429, 503])

/**
 * The events that the rig can be sure of: those of answered requests, and those of unanswered ones that a target was
 * told of. What ends in neither can't be told from a request that never arrived. An event whose record was ruined may be
 * gone; as soon as one target was told of it, it has to be whole.
 */
function knownEvents({ sent, deliveries, ruined }: Observations): KnownEvent[] {
  const known = new Map<string, string>()
  const tags = new Set(sent.map(({ tag }) => tag))
  const isSure = ({ status, eventId }: ReceivedAnswer) => !MAY_BE_NO_EVENT.has(status) && !ruined.has(eventId)
  for (const { tag, answer } of sent) if (answer && isSure(answer)) known.set(answer.eventId, tag)
  for (const { eventId, tag } of deliveries) if (tags.has(tag)) known.set(eventId, tag)
  return [...known].map(([eventId, tag]) => ({ eventId, tag }))
}

/**
 * Events that were given up, where the gateways count them: of answered requests, and no target and no log was told of
 * them. `doubtful` is how many more there may be, of requests that may or may not be events.
 */
export function shedEvents(seen: Observations): { ids: ReadonlySet<string>; doubtful: number } {
  if (seen.shed === undefined) return { ids: new Set(), doubtful: 0 }
  const told = new Set([...seen.deliveries, ...seen.log].map(({ eventId }) => eventId))
  const answers = [...seen.sent.map(({ answer }) => answer), ...seen.aside]
  const untold = answers.filter(answer => !answer || !told.has(answer.eventId))
  const certain = untold.filter(answer => answer !== undefined && !MAY_BE_NO_EVENT.has(answer.status))
  return {
    ids: new Set(certain.map(answer => answer?.eventId ?? '')),
    doubtful: untold.length - certain.length,
  }
}

/** The events of requests that were sent while the row switched the plugin off and on. */
export function switchedEvents(seen: Pick<Observations, 'sent' | 'deliveries' | 'switchings'>): ReadonlySet<string> {
  if (seen.switchings.length === 0) return new Set()
  const isSwitched = ({ startedAt, endedAt }: SentRequest) =>
    seen.switchings.some(({ from, to }) => startedAt <= to && endedAt >= from)
  const requests = seen.sent.filter(isSwitched)
  const tags = new Set(requests.map(({ tag }) => tag))
  const told = seen.deliveries.filter(({ tag }) => tags.has(tag)).map(({ eventId }) => eventId)
  return new Set([...requests.flatMap(({ answer }) => answer?.eventId ?? []), ...told])
}

/**
 * The events that targets and logs have to know of: all that are known, without those that were given up, and those that
 * only the row can judge.
 */
export function dueEvents(seen: Observations): KnownEvent[] {
  const shed = shedEvents(seen)
  const switched = switchedEvents(seen)
  return knownEvents(seen).filter(({ eventId }) => !shed.ids.has(eventId) && !switched.has(eventId))
}

/** One event and one webhook, as a key of maps. */
export const pairOf = ({ eventId, webhookId }: { eventId: string; webhookId: string }): string =>
  `${eventId} ${webhookId}`

/** The deliveries of each pair of event and webhook, in the order of their arrival. */
export function deliveriesByPair(deliveries: readonly TargetDelivery[]): Map<string, TargetDelivery[]> {
  return Map.groupBy(
    deliveries.toSorted((a, b) => a.receivedAt - b.receivedAt),
    pairOf,
  )
}
