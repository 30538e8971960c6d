import { setTimeout as wait } from 'node:timers/promises'
import type { ManagedProcess } from '../cluster/cluster.ts'
import type { FaultMatrixRow } from '../experiment/row.ts'

/** Until balancers know that what has started is ready: a rollout waits for that too. */
const KNOWN_WITHIN_MS = 2_000

export const f17: FaultMatrixRow = {
  id: 'F17',
  title:
    'every process is asked to stop and started again, the first of each service together, then the others; with --beside in an older version, gateways first, and in the next round back',
  runsOn: ['cluster'],
  bars: { availability: 1, revokedWithinMs: 20_000 },
  extent: { unit: 'rounds', promised: 20, short: 1 },
  quietWithinMs: 60_000,
  hasBalancers: true,
  async fault({ cluster: { processes }, extent, checkout }) {
    for (let round = 0; round < extent; round += 1) {
      const version = round % 2 === 0 ? checkout : undefined
      for (const wave of checkout ? byVersion(processes, version) : intoWaves(processes)) {
        await Promise.all(wave.map(process => startAnew(process, version)))
        await wait(KNOWN_WITHIN_MS)
      }
    }
  },
}

/** Puts gateways first on the way back: newer ones could ask an older service before they have seen it. */
function byVersion(processes: readonly ManagedProcess[], version: string | undefined) {
  if (version === undefined) return intoWaves(processes)
  const [gateways = [], others = []] = [true, false].map(isGateway =>
    intoWaves(processes.filter(({ role }) => (role === 'gateway') === isGateway)),
  )
  return [...gateways, ...others]
}

/** The first of each service, the second of each, and so on. */
function intoWaves(processes: readonly ManagedProcess[]): (readonly ManagedProcess[])[] {
  const services = [...Map.groupBy(processes, ({ role }) => role).values()]
  const most = Math.max(...services.map(({ length }) => length))
  return Array.from({ length: most }, (_, index) => services.flatMap(ofService => ofService[index] ?? []))
}

async function startAnew(process: ManagedProcess, checkout: string | undefined): Promise<void> {
  await process.leave()
  await process.restart(checkout)
}
