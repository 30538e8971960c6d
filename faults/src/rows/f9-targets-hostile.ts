import { setTimeout as wait } from 'node:timers/promises'
import { readEnded } from '../experiment/read-executions.ts'
import type { FaultMatrixRow, RowSituation } from '../experiment/row.ts'
import { judgeIsolation } from '../oracle/judges/judge-isolation.ts'
import { judgeOutcomes, type WebhookExecutions } from '../oracle/judges/judge-outcomes.ts'
import { together } from '../oracle/verdict.ts'
import { EVENT_FOR_ALL, type HostileWebhook, openTargets, trustCertificates } from './hostile-targets.ts'
import { askOnce, lasting } from './own-requests.ts'

const LATE_BY_MS = 500
/** In each, every target is told of one event from each gateway. With those for all, none fails so often that a breaker keeps it waiting. */
const ROUND_MS = 15_000
const SETTLE_MS = 2_000
const FACTOR = 2
const PATH = '/hostile'

export const f9: FaultMatrixRow = {
  id: 'F9',
  title: 'targets refuse, fail, hang, reset, drip, pour, redirect, lie about their length and their name',
  runsOn: ['cluster', 'standalone'],
  bars: { availability: 1, revokedWithinMs: 20_000 },
  extent: { unit: 'rounds', promised: 4, short: 1 },
  quietWithinMs: 60_000,
  settings: trustCertificates,
  async fault(situation) {
    const { service, harm, extent } = situation
    const calm = await lasting((extent * ROUND_MS) / 1000)
    await service.owner('PUT', PATH)
    const targets = await openTargets(service.owner, `path('${PATH}') and method('POST')`)
    await wait(SETTLE_MS)
    const from = Date.now()
    const events = new Map<HostileWebhook, string[]>(targets.map(target => [target, []]))
    await harm.phase('hostile targets', async () => {
      for (let round = 0; round < extent; round += 1) await tellEach(situation, events)
    })
    const phases = [{ name: 'hostile targets', from, to: Date.now() }]
    await harm.phase('all hostile targets at once', () => tellAll(situation, events))
    const executed = await readAll(situation, events, from)
    for (const { hostile } of targets) hostile?.close()
    return ({ sent, deliveries }) =>
      together([judgeOutcomes(executed), judgeIsolation({ sent, deliveries, calm, phases, factor: FACTOR })])
  },
}

/** The events that each target is told of. */
type TargetEvents = ReadonlyMap<HostileWebhook, string[]>

/** One target after the other, at an even rate: by what they do they are hostile, not by their number. */
async function tellEach({ cluster }: RowSituation, events: TargetEvents): Promise<void> {
  const everyMs = ROUND_MS / events.size / cluster.gateways.length
  for (const [target, known] of events) {
    for (const index of cluster.gateways.keys()) {
      const [event] = await Promise.all([askFor(cluster, target.event, index), wait(everyMs)])
      known.push(...event)
    }
  }
}

async function tellAll({ cluster }: RowSituation, events: TargetEvents): Promise<void> {
  for (const index of cluster.gateways.keys()) {
    const event = await askFor(cluster, EVENT_FOR_ALL, index)
    for (const known of events.values()) known.push(...event)
  }
}

/** @returns the event that it is; none when it was refused */
async function askFor(cluster: RowSituation['cluster'], query: string, index: number): Promise<string[]> {
  const eventId = await askOnce(cluster, { path: `${PATH}?${query}`, body: {}, index })
  return eventId === undefined ? [] : [eventId]
}

async function readAll({ service }: RowSituation, told: TargetEvents, from: number): Promise<WebhookExecutions[]> {
  const all: WebhookExecutions[] = []
  for (const [{ name, outcome, webhookId, timeoutMs, hostile, times }, events] of told) {
    const executions = await readEnded(service.owner, webhookId, { from, count: events.length })
    const requests = hostile && { requests: hostile.requests, times }
    all.push({ name, events, outcome, withinMs: timeoutMs + LATE_BY_MS, executions, asked: requests })
  }
  return all
}
