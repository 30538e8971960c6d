import { setTimeout as wait } from 'node:timers/promises'
import { createWebhook } from '../experiment/create-webhook.ts'
import { readEnded } from '../experiment/read-executions.ts'
import type { FaultMatrixRow, OwnJudge, RowSituation } from '../experiment/row.ts'
import { resolverSettings, silentName, startNameServer, wellName } from '../harm/start-name-server.ts'
import { drawById } from '../load/draw-by-id.ts'
import { type RecordingTarget, startRecordingTarget } from '../load/start-recording-target.ts'
import { type Delay, judgeDelays } from '../oracle/judges/judge-isolation.ts'
import { judgeOutcomes, type WebhookExecutions } from '../oracle/judges/judge-outcomes.ts'
import type { Span } from '../oracle/observations.ts'
import { together } from '../oracle/verdict.ts'
import { askOnce } from './own-requests.ts'

const PHASE_MS = 20_000
const SETTLE_MS = 2_000
const FACTOR = 2
const PATH = '/others'
/** Each is called so seldom that its connection is gone by then, and its name is looked up again. */
const WELL_TARGETS = 12
const WELL_EVERY_MS = 500
/** Well targets refuse this share of their deliveries once, and take it the second time. */
const RETRIED_SHARE = 1 / 3
const RETRY = { attempts: 5, schedule: [1] }
const RETRIED_WITHIN_MS = 5_000
const WITHIN_MS = 5_500
const SILENT_NAMES = 2
const SILENT_EVERY_MS = 500
const SLOW_TARGETS = 30
const SLOW_MS = 25_000
const SLOW_TIMEOUT_MS = 30_000
/** For each slow target: more than all dispatchers send it at once. */
const SLOW_EVENTS = 60
const SLOW_EVERY_MS = 150
const SLOW_PATH = '/slow'

/** How well targets fare beside others. @param harm what is done for as long as the calm before it */
type Beside = { name: string; harm(situation: RowSituation, target: ServedTarget): Promise<unknown> }
/** `ease`: whoever is slow is so no more. */
type ServedTarget = RecordingTarget & { ease(): void }

export const f9SilentNames: FaultMatrixRow = {
  id: 'F9-silent-names',
  title: 'two targets whose name servers are silent; others get deliveries and retries',
  runsOn: ['cluster'],
  bars: { availability: 1, revokedWithinMs: 20_000 },
  extent: { unit: 'rounds', promised: 3 },
  quietWithinMs: 120_000,
  settings: resolverSettings,
  async fault(situation) {
    const names = await startNameServer()
    const judgeOwn = await compare(situation, { name: 'silent name servers', harm: askSilent }).finally(names.close)
    situation.harm.remark(`${names.ignored()} questions for a name that were not answered`)
    return judgeOwn
  },
}

export const f9SlowAnswers: FaultMatrixRow = {
  ...f9SilentNames,
  id: 'F9-slow-answers',
  title: '30 targets that answer 200 after 25 s; others get deliveries and retries',
  async fault(situation) {
    const names = await startNameServer()
    return compare(situation, { name: 'slow answers', harm: askSlow }).finally(names.close)
  },
}

async function compare(situation: RowSituation, beside: Beside): Promise<OwnJudge> {
  const { harm, service, extent } = situation
  const target = await serve()
  try {
    await service.owner('PUT', PATH)
    const others = await openOthers(situation, target)
    await wait(SETTLE_MS)
    const asking = askOthers(situation, others)
    const lasting = async (name: string, work: () => Promise<unknown>) => {
      const from = Date.now()
      await harm.phase(name, () => Promise.all([work(), wait(PHASE_MS * extent)]))
      return { name, from, to: Date.now() }
    }
    const calm = await lasting('calm', async () => {})
    // What was answered with 503 in the calm is taken before the harm.
    await wait(RETRIED_WITHIN_MS)
    const phase = await lasting(beside.name, () => beside.harm(situation, target))
    target.ease()
    const events = await asking.stop()
    const executed = await readOthers(situation, others, { from: calm.from, events })
    const seen = { target, events, calm, phases: [phase] }
    const verdict = together([judgeOutcomes(executed), ...judgeBoth(seen)])
    return () => verdict
  } finally {
    target.close()
  }
}

async function serve(): Promise<ServedTarget> {
  let slowMs = SLOW_MS
  const target = await startRecordingTarget(({ deliveryId, time, path }) => {
    if (path === SLOW_PATH) return { status: 200, afterMs: slowMs }
    return { status: time === 1 && drawById(deliveryId) < RETRIED_SHARE ? 503 : 204 }
  })
  const ease = () => {
    slowMs = 0
  }
  return { ...target, ease }
}

type Others = readonly { name: string; id: string; query: string }[]
type AskedEvent = { eventId: string; query: string; answeredAt: number }

const conditionOf = (query: string) => `path('${PATH}') and method('POST') and qparams-contain('${query}')`

async function openOthers({ service }: RowSituation, { port }: RecordingTarget): Promise<Others> {
  const others: Others[number][] = []
  for (let number = 0; number < WELL_TARGETS; number += 1) {
    const query = `well-${number}`
    const url = `http://${wellName(query)}:${port}/`
    const id = await createWebhook(service.owner, { name: query, condition: conditionOf(query), url, retry: RETRY })
    others.push({ name: query, id, query })
  }
  return others
}

/** One target after the other, at an even rate. */
function askOthers({ cluster }: RowSituation, others: Others) {
  const ended = new AbortController()
  const asked: Promise<AskedEvent[]>[] = []
  const ask = async (index: number): Promise<AskedEvent[]> => {
    const { query = '' } = others[index % others.length] ?? {}
    const eventId = await askOnce(cluster, { path: `${PATH}?${query}`, body: {}, index })
    return eventId === undefined ? [] : [{ eventId, query, answeredAt: Date.now() }]
  }
  const asking = (async () => {
    while (!ended.signal.aborted) {
      asked.push(ask(asked.length))
      await wait(WELL_EVERY_MS)
    }
  })()
  return {
    async stop(): Promise<AskedEvent[]> {
      ended.abort()
      await asking
      return (await Promise.all(asked)).flat()
    },
  }
}

/** Two names, each asked for as often as the dispatchers let it be. */
async function askSilent({ cluster, service, extent }: RowSituation, { port }: RecordingTarget): Promise<void> {
  for (let number = 0; number < SILENT_NAMES; number += 1) {
    const url = `http://${silentName(`silent-${number}`)}:${port}/`
    await createWebhook(service.owner, { name: `silent ${number}`, condition: conditionOf('silent'), url })
  }
  const end = performance.now() + PHASE_MS * extent
  for (let index = 0; performance.now() < end; index += 1) {
    await Promise.all([askOnce(cluster, { path: `${PATH}?silent`, body: {}, index }), wait(SILENT_EVERY_MS)])
  }
}

async function askSlow({ cluster, service }: RowSituation, { port }: RecordingTarget): Promise<void> {
  for (let number = 0; number < SLOW_TARGETS; number += 1) {
    const url = `http://${wellName(`slow-${number}`)}:${port}${SLOW_PATH}`
    const webhook = { name: `slow ${number}`, condition: conditionOf('slow'), url, timeout_ms: SLOW_TIMEOUT_MS }
    await createWebhook(service.owner, webhook)
  }
  for (let index = 0; index < SLOW_EVENTS; index += 1) {
    await Promise.all([askOnce(cluster, { path: `${PATH}?slow`, body: {}, index }), wait(SLOW_EVERY_MS)])
  }
}

async function readOthers(
  { service }: RowSituation,
  others: Others,
  { from, events }: { from: number; events: readonly AskedEvent[] },
): Promise<WebhookExecutions[]> {
  const reading = others.map(async ({ name, id, query }): Promise<WebhookExecutions> => {
    const known = events.filter(event => event.query === query).map(({ eventId }) => eventId)
    const executions = await readEnded(service.owner, id, { from, count: known.length })
    const outcome = { status: 'success' as const, statusCode: 204 }
    return { name, events: known, outcome, withinMs: WITHIN_MS, executions, asked: undefined }
  })
  return Promise.all(reading)
}

type NamedSpan = Span & { name: string }
type OthersObservations = {
  target: RecordingTarget
  events: readonly AskedEvent[]
  calm: Span
  phases: readonly NamedSpan[]
}

/** From the answer to a request to its delivery, and from the first answer of a target to the next request. */
function judgeBoth({ target, events, calm, phases }: OthersObservations) {
  const byEvent = Map.groupBy(target.deliveries, ({ eventId }) => eventId)
  const times = events.map(({ eventId, answeredAt }) => ({
    answeredAt,
    requests: (byEvent.get(eventId) ?? []).toSorted((a, b) => a.receivedAt - b.receivedAt),
  }))
  const fresh = times.map(({ answeredAt, requests: [first] }): Delay => {
    return { startedAt: answeredAt, endedAt: first?.receivedAt }
  })
  const retries = times.flatMap(({ requests: [first, second] }): Delay[] =>
    first?.status === 503 ? [{ startedAt: first.answeredAt, endedAt: second?.receivedAt }] : [],
  )
  return [
    judgeDelays('fresh deliveries', { delays: fresh, calm, phases, factor: FACTOR }),
    judgeDelays('retries', { delays: retries, calm, phases, factor: FACTOR }),
  ]
}
