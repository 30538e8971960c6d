import { deliveriesByPair } from '../events.ts'
import type { Observations, TargetDelivery } from '../observations.ts'
import { type PromiseVerdict, verdict } from '../verdict.ts'

// From a target's answer until the dispatcher has written its end down.
const LOGGING_MS = 1_000

/** D: nothing came twice but what a crash found in flight, always with the same id; and nothing came that was not sent. */
export function judgeDuplicates(seen: Observations): PromiseVerdict {
  const repeats = [...deliveriesByPair(seen.deliveries).values()].flatMap(toRepeats)
  const unexcused = repeats.filter(repeat => !seen.crashes.some(crash => isExcused(repeat, crash)))
  const findings = [
    ...unexcused.map(repeat => describeRepeat(repeat, seen.crashes)),
    ...repeats.filter(({ before, again }) => before.deliveryId !== again.deliveryId).map(describeOtherId),
    ...findInvented(seen),
  ]
  return verdict('D', `${repeats.length} repeated, ${unexcused.length} without a crash`, findings)
}

type Repeat = { before: TargetDelivery; again: TargetDelivery }

const toRepeats = (deliveries: readonly TargetDelivery[]): Repeat[] =>
  deliveries.flatMap((again, index) => {
    const before = deliveries[index - 1]
    return before ? [{ before, again }] : []
  })

/** The first was not yet written down when the crash came, and the second came after it had begun. */
const isExcused = ({ before, again }: Repeat, crash: Observations['crashes'][number]): boolean =>
  (crash.spared === undefined || (crash.spared !== again.eventId && crash.spared !== again.deliveryId)) &&
  before.receivedAt <= crash.to &&
  before.answeredAt + LOGGING_MS >= crash.from &&
  again.receivedAt >= crash.from

function describeRepeat({ before, again }: Repeat, crashes: Observations['crashes']): string {
  const [first, second] = [before, again].map(({ receivedAt }) => new Date(receivedAt).toISOString())
  const after = crashes.map(({ from }) => from - before.answeredAt).filter(ms => ms >= 0)
  const next = after.length > 0 ? `; the next one began ${Math.min(...after)} ms after it was answered` : ''
  return `event ${again.eventId} came to webhook ${again.webhookId} at ${first} and at ${second} without a crash${next}`
}

const describeOtherId = ({ before, again }: Repeat): string =>
  `event ${again.eventId} came to webhook ${again.webhookId} as ${before.deliveryId} and as ${again.deliveryId}`

function findInvented({ sent, deliveries, webhooks }: Observations): string[] {
  const requests = new Map(sent.map(request => [request.tag, request]))
  const firing = new Set(webhooks.filter(({ fires }) => fires).map(({ id }) => id))
  const eventOf = new Map<string, string>()
  return deliveries.flatMap(({ tag, eventId, webhookId }) => {
    const request = requests.get(tag)
    if (!request) return [`a target was told of ${tag || eventId}, which nobody sent`]
    if (!firing.has(webhookId)) return [`webhook ${webhookId} told of ${tag}, which it does not match`]
    const expected = request.answer?.eventId ?? eventOf.get(tag) ?? eventId
    eventOf.set(tag, expected)
    return eventId === expected ? [] : [`request ${tag} is event ${expected}, and also came as ${eventId}`]
  })
}
