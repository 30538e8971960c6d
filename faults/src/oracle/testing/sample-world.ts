import type { LogRow, Observations, PromisedBars, SentRequest, TargetDelivery } from '../observations.ts'

/** One request of a made-up run. Times are ms after the run's start. */
export type SampleRequest = {
  at: number
  gateway: number
  isAnswered: boolean
  /** Whether an unanswered request became an event all the same. */
  isEvent: boolean
  /** What each firing webhook's target answers. */
  targetStatus: 200 | 500
}

export const START = 1_700_000_000_000
export const BARS: PromisedBars = { availability: 1, revokedWithinMs: 6_000 }
const WEBHOOKS = [
  { id: 'fires-1', fires: true },
  { id: 'fires-2', fires: true },
  { id: 'silent', fires: false },
]

/** What a Sluice that keeps every promise shows of these requests. */
export function sampleWorld(requests: readonly SampleRequest[]): Observations {
  const events = requests.map((request, index) => ({ ...request, tag: `t${index}`, eventId: `e${index}` }))
  const told = events.filter(({ isAnswered, isEvent }) => isAnswered || isEvent)
  return {
    sent: events.map(toSent),
    stored: new Set(events.filter(({ isAnswered }) => isAnswered).map(({ tag }) => tag)),
    deliveries: told.flatMap(toDeliveries),
    webhooks: WEBHOOKS,
    log: told.flatMap(toLog),
    keys: [{ keyId: 'k', gateway: 0, revokedAt: START + 500, lastLetInAt: START + 600, liesTold: 0 }],
    processes: [{ name: 'gateway-1', complaints: [], diedAlone: false, resources: undefined }],
    calm: { from: START, to: START + 49 },
    fault: { from: START, to: START },
    phases: [],
    aside: [],
    fullSpools: [],
    shed: undefined,
    hardships: [],
    switchings: [],
    ruined: new Set(),
    // Requests without an answer are excused where the gateway had no process.
    outages: events
      .filter(({ isAnswered }) => !isAnswered)
      .map(({ gateway, at }) => ({ gateway, from: START + at, to: START + at })),
    crashes: [],
  }
}

/** The same delivery once more. */
export const again = (delivery: TargetDelivery, afterMs: number): TargetDelivery => ({
  ...delivery,
  receivedAt: delivery.receivedAt + afterMs,
  answeredAt: delivery.answeredAt + afterMs,
})

type SampleEvent = SampleRequest & { tag: string; eventId: string }

const toSent = ({ tag, eventId, gateway, at, isAnswered }: SampleEvent): SentRequest => ({
  tag,
  kind: 'post',
  gateway,
  startedAt: START + at,
  endedAt: START + at + 5,
  answer: isAnswered ? { status: 201, eventId } : undefined,
})

const toDeliveries = ({ tag, eventId, at, targetStatus }: SampleEvent): TargetDelivery[] =>
  WEBHOOKS.filter(({ fires }) => fires).map(({ id }) => ({
    deliveryId: `${eventId}/${id}`,
    eventId,
    webhookId: id,
    tag,
    receivedAt: START + at + 20,
    answeredAt: START + at + 25,
    status: targetStatus,
  }))

const toLog = ({ eventId, targetStatus }: SampleEvent): LogRow[] =>
  WEBHOOKS.map(({ id, fires }) => {
    const ofFiring = targetStatus === 200 ? 'success' : 'failed'
    return { entryId: `${eventId}/${id}`, webhookId: id, eventId, status: fires ? ofFiring : 'skipped' }
  })
