import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { createWebhook } from '../experiment/create-webhook.ts'
import { storeProxyOf } from '../experiment/harm.ts'
import { type ReadExecution, readEnded } from '../experiment/read-executions.ts'
import type { FaultMatrixRow, RowSituation } from '../experiment/row.ts'
import { drawById } from '../load/draw-by-id.ts'
import { deliveryIdOf } from '../load/start-mailbox.ts'
import { type RecordingTarget, startRecordingTarget } from '../load/start-recording-target.ts'
import { judgeMails } from '../oracle/judges/judge-mails.ts'
import { type ExpectedOutcome, judgeOutcomes, type WebhookExecutions } from '../oracle/judges/judge-outcomes.ts'
import type { TargetDelivery } from '../oracle/observations.ts'
import { together } from '../oracle/verdict.ts'
import { askOnce } from './own-requests.ts'

/** The driver of the store tries once more by itself: nearly half of all that is written seems to have failed. */
const LOST_SHARE = 2 / 3
const WRITES = new Set(['insert', 'update', 'findAndModify', 'findandmodify', 'bulkWrite'])
const EXECUTIONS = /^webhookExecutions\d+$/
const EVENT_EVERY_MS = 250
const SETTLE_MS = 2_000
const WITHIN_MS = 30_500
const LIMIT = 1_000
const RECIPIENTS = 2
const PATH = '/lossy'
const CONDITION = `path('${PATH}') and method('POST')`
const RETRY = { attempts: 3, schedule: [1] }

const TAKEN: ExpectedOutcome = { status: 'success', statusCode: 204 }
const NEVER: ExpectedOutcome = { status: 'failed', stage: 'response', code: 'STATUS_NOT_2XX', statusCode: 503 }
const MAILED: ExpectedOutcome = { status: 'success', statusCode: 250 }
const REFUSED: ExpectedOutcome = { status: 'failed', stage: 'message', code: 'MESSAGE_REFUSED', statusCode: 451 }

/** What becomes of a delivery: the first kind whose share its draw is below. `times`: how often its target is asked. */
type LostAnswerKind = { name: string; below: number; outcome: ExpectedOutcome; times: number }
/** So mixed that no breaker opens. */
const HTTP_KINDS: readonly LostAnswerKind[] = [
  { name: 'taken at once', below: 0.5, outcome: TAKEN, times: 1 },
  { name: 'taken the second time', below: 0.75, outcome: TAKEN, times: 2 },
  { name: 'never taken', below: 1, outcome: NEVER, times: RETRY.attempts },
]
const MAIL_KINDS: readonly LostAnswerKind[] = [
  { name: 'mail', below: 0.5, outcome: MAILED, times: 1 },
  { name: 'mail that is refused', below: 1, outcome: REFUSED, times: 1 },
]

const allowance = z.object({ used: z.number() })

export const f23: FaultMatrixRow = {
  id: 'F23',
  title: 'the store does what it is told about deliveries, and most of its answers are lost with their connections',
  runsOn: ['cluster'],
  bars: { availability: 1, revokedWithinMs: 20_000 },
  extent: { unit: 'seconds', promised: 60, short: 12 },
  quietWithinMs: 120_000,
  hasStoreProxy: true,
  mailAllowance: LIMIT,
  async fault(situation) {
    const { cluster, harm, service, mailbox, random } = situation
    const target = await startRecordingTarget(({ deliveryId, time }) => {
      const { outcome, times } = kindOf(HTTP_KINDS, deliveryId)
      return { status: outcome === TAKEN && time >= times ? 204 : 503 }
    })
    await mailbox.behave({
      message: mail => (kindOf(MAIL_KINDS, deliveryIdOf(mail)).outcome === MAILED ? undefined : '451 4.3.0 Not now'),
    })
    await service.owner('PUT', PATH)
    // Events carry the store's time, which may be some ms behind: nothing is asked before it has settled.
    const from = Date.now()
    const webhooks = await openWebhooks(situation, target)
    await wait(SETTLE_MS)
    const way = storeProxyOf(cluster)
    way.treat((command, collection) =>
      WRITES.has(command) && EXECUTIONS.test(collection) && random.next() < LOST_SHARE
        ? { kind: 'lost' }
        : { kind: 'pass' },
    )
    const events = await askFor(situation)
    way.heal()
    harm.remark(`${way.treated()} answers of the store lost`)
    const told = await readEnded(service.owner, webhooks.http, { from, count: events.length })
    const mailed = await readEnded(service.owner, webhooks.mail, { from, count: events.length })
    target.close()
    const { used } = allowance.parse(await service.owner('GET', '/webhooks/mail-allowance'))
    const taken = mailbox.mails().map(mail => ({ deliveryId: deliveryIdOf(mail), recipients: mail.recipients }))
    const due = mailed.filter(({ deliveryId }) => kindOf(MAIL_KINDS, deliveryId).outcome === MAILED).length
    const batch = { name: 'mails', recipients: RECIPIENTS, executions: mailed, due, counted: 'taken' as const }
    const outcomes = [
      ...split(HTTP_KINDS, { events, executions: told, deliveries: target.deliveries }),
      ...split(MAIL_KINDS, { events, executions: mailed, deliveries: undefined }),
    ]
    return () => together([judgeOutcomes(outcomes), judgeMails({ limit: LIMIT, used, batches: [batch], taken })])
  },
}

function kindOf(kinds: readonly LostAnswerKind[], deliveryId: string): LostAnswerKind {
  const draw = drawById(deliveryId)
  const [last] = kinds.slice(-1)
  return kinds.find(({ below }) => draw < below) ?? last ?? { name: '', below: 1, outcome: NEVER, times: 1 }
}

async function openWebhooks({ service }: RowSituation, { port }: RecordingTarget) {
  const http = { name: 'lossy', condition: CONDITION, url: `http://127.0.0.1:${port}/`, retry: RETRY }
  const email = { to: ['a@example.com', 'b@example.com'], subject: 'Order', bodyType: 'html', bodyTemplate: '{{id}}' }
  return {
    http: await createWebhook(service.owner, http),
    mail: await createWebhook(service.owner, { name: 'lossy mail', type: 'email', condition: CONDITION, email }),
  }
}

/** @returns the events of requests at an even rate, by the gateways in turn */
async function askFor({ cluster, extent }: RowSituation): Promise<string[]> {
  const asked: Promise<string | undefined>[] = []
  const end = performance.now() + 1000 * extent
  while (performance.now() < end) {
    asked.push(askOnce(cluster, { path: PATH, body: {}, index: asked.length }))
    await wait(EVENT_EVERY_MS)
  }
  return (await Promise.all(asked)).flatMap(eventId => eventId ?? [])
}

type LostAnswerObservations = {
  events: readonly string[]
  executions: readonly ReadExecution[]
  deliveries: readonly TargetDelivery[] | undefined
}

/** What was seen, by what has to have come of it. Events without any execution are the first kind's. */
function split(
  kinds: readonly LostAnswerKind[],
  { events, executions, deliveries }: LostAnswerObservations,
): WebhookExecutions[] {
  const known = new Set(executions.map(({ eventId }) => eventId))
  const lost = events.filter(eventId => !known.has(eventId))
  return kinds.map((kind, index) => {
    const { name, outcome, times } = kind
    const ofKind = executions.filter(({ deliveryId }) => kindOf(kinds, deliveryId) === kind)
    const requests = deliveries?.filter(({ deliveryId }) => kindOf(kinds, deliveryId) === kind)
    return {
      name,
      events: [...new Set(ofKind.map(({ eventId }) => eventId)), ...(index === 0 ? lost : [])],
      outcome,
      withinMs: WITHIN_MS,
      executions: ofKind,
      asked: requests && { requests: countById(requests), times },
    }
  })
}

function countById(deliveries: readonly TargetDelivery[]): Map<string, number> {
  const byId = Map.groupBy(deliveries, ({ deliveryId }) => deliveryId)
  return new Map([...byId].map(([id, requests]) => [id, requests.length]))
}
