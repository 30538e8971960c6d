import { setTimeout as wait } from 'node:timers/promises'
import { cpuMicros } from '../cpu/measured-process.ts'
import type { MeasuredWork } from '../cpu/profile-missed.ts'
import { warmUp } from '../warm-up.ts'
import type { ProxyCandidate } from './candidates.ts'
import { type GatewayLoad, send } from './load.ts'

const CONNECTIONS = 16
export const ROUNDS = 5
/** What was begun before is shipped then, and belongs to no round. */
const SETTLE_MS = 200

/** µs of CPU per request, of each round. */
export type Costs = ReadonlyMap<string, readonly number[]>

/** A round of a candidate, for a profile of what its figures miss. @param figures how their names begin */
export const proxiedWork = (figures: string, candidate: ProxyCandidate, load: GatewayLoad): MeasuredWork => ({
  name: figures,
  processes: [{ label: 'gateway', pid: candidate.pid() }],
  serve: () => sendAll(figures, candidate, load),
})

class FailedRequestsError extends Error {
  override name = 'FailedRequestsError'
}

/** The CPU that a request costs each candidate, all in turn in every round, so that what else the machine does meets all. */
export async function measureCost(
  candidates: ReadonlyMap<string, ProxyCandidate>,
  load: GatewayLoad,
  rounds = ROUNDS,
): Promise<Costs> {
  const costs = new Map<string, number[]>()
  for (const name of candidates.keys()) costs.set(name, [])
  const serving = [...candidates].map(
    ([name, candidate]) =>
      () =>
        costOf(name, candidate, load),
  )
  await warmUp(serving, load.warmUpRounds)
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, candidate] of candidates) costs.get(name)?.push(await costOf(name, candidate, load))
  }
  return costs
}

/** µs of CPU a request. */
async function costOf(name: string, candidate: ProxyCandidate, load: GatewayLoad): Promise<number> {
  const before = await cpuMicros(candidate.pid())
  await sendAll(name, candidate, load)
  return ((await cpuMicros(candidate.pid())) - before) / load.requests
}

async function sendAll(name: string, candidate: ProxyCandidate, load: GatewayLoad): Promise<void> {
  const { failed, firstFailure } = await send(load, { ...candidate, connections: CONNECTIONS }, load.requests)
  const said = `${name}: ${failed} of ${load.requests} times ${load.name} failed, first with ${firstFailure}`
  if (failed > load.requests * (candidate.toleratedShare ?? 0)) throw new FailedRequestsError(said)
  await wait(SETTLE_MS)
  await candidate.settled?.()
}
