import { setTimeout as wait } from 'node:timers/promises'
import { readEnded } from '../experiment/read-executions.ts'
import type { Row, Situation } from '../experiment/row.ts'
import { startAsker } from '../load/start-asker.ts'
import { judgeIsolation } from '../oracle/judge-isolation.ts'
import { type Executed, judgeOutcomes } from '../oracle/judge-outcomes.ts'
import type { Asked, Span } from '../oracle/observations.ts'
import { together } from '../oracle/verdict.ts'
import { openTargets, type Target, trustCertificates } from './hostile-targets.ts'
import { byOwner, eventsOf, lasting } from './own-requests.ts'

const LATE_BY_MS = 500
/** Of each gateway. No target fails more than ten times, so that no breaker keeps any of them waiting. */
const QUESTIONS = 5
const SETTLE_MS = 2_000
const FACTOR = 2
const PATH = '/hostile'

export const f9: Row = {
  id: 'F9',
  title: 'targets refuse, fail, hang, reset, drip, pour, redirect, lie about their length and their name',
  runsOn: ['cluster', 'standalone'],
  bars: { availability: 1, revokedWithinMs: 20_000 },
  extent: { unit: 'seconds', promised: 60, short: 8 },
  quietWithinMs: 60_000,
  settings: trustCertificates,
  async fault(situation) {
    const { cluster, service, harm, extent } = situation
    const calm = await lasting(extent)
    await service.owner('PUT', PATH)
    const condition = `path('${PATH}') and method('POST')`
    const targets = await openTargets(service.owner, condition)
    await wait(SETTLE_MS)
    let during: Span = { from: Date.now(), to: 0 }
    let asked: readonly Asked[] = []
    await harm.phase('hostile targets', async () => {
      const question = byOwner(cluster, { path: PATH, body: {}, everyMs: Math.ceil((1000 * extent) / QUESTIONS) })
      const asker = startAsker({ gateways: cluster.gateways, questions: [question] })
      during = await lasting(extent)
      asked = await asker.stop()
    })
    const executed = await readAll(situation, targets, { asked, from: during.from })
    for (const { hostile } of targets) hostile?.close()
    const phases = [{ name: 'hostile targets', ...during }]
    return ({ sent, deliveries }) =>
      together([judgeOutcomes(executed), judgeIsolation({ sent, deliveries, calm, phases, factor: FACTOR })])
  },
}

type Sent = { asked: readonly Asked[]; from: number }

async function readAll({ service }: Situation, targets: readonly Target[], { asked, from }: Sent): Promise<Executed[]> {
  const events = eventsOf(asked)
  const all: Executed[] = []
  for (const { name, outcome, webhookId, timeoutMs, hostile, times } of targets) {
    const executions = await readEnded(service.owner, webhookId, { from, count: events.length })
    const requests = hostile && { requests: hostile.requests, times }
    all.push({ name, events, outcome, withinMs: timeoutMs + LATE_BY_MS, executions, asked: requests })
  }
  return all
}
