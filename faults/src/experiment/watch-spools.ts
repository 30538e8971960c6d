import { setTimeout as wait } from 'node:timers/promises'
import type { Cluster, ManagedProcess } from '../cluster/cluster.ts'
import type { Observations, Span } from '../oracle/observations.ts'
import { processesOf } from './harm.ts'
import type { FaultMatrixRow } from './row.ts'

type SmallSpool = NonNullable<FaultMatrixRow['smallSpool']>

const LOOK_EVERY_MS = 250
// The rest may be set aside for requests that have begun.
const FULL_SHARE = 0.5

/** What the processes are told of it. */
export const spoolSettings = (spool: SmallSpool | undefined): Record<string, string> =>
  spool ? { SPOOL_MAX_BYTES: String(spool.bytes), SPOOL_FULL: spool.whenFull } : {}

/** Events that all gateways have given up so far; undefined where they may not. */
export async function countShed(cluster: Cluster, spool: SmallSpool | undefined): Promise<number | undefined> {
  if (spool?.whenFull !== 'shed') return undefined
  const counts = await Promise.all(processesOf(cluster, 'gateway').map(one => one.figure('sluice_events_shed_total')))
  return counts.reduce<number>((sum, count) => sum + (count ?? 0), 0)
}

/** Looks every 250 ms how full the small spools are. */
export function watchSpools(cluster: Cluster, spool: SmallSpool | undefined) {
  const ended = new AbortController()
  const gateways = spool ? processesOf(cluster, 'gateway') : []
  const watches = gateways.map(managed => watch(managed, (spool?.bytes ?? 0) * FULL_SHARE, ended.signal))
  return {
    /** @returns when which was full: from the look before it to the look after it */
    async stop(): Promise<Observations['fullSpools']> {
      ended.abort()
      const spans = await Promise.all(watches)
      return spans.flatMap((ofOne, gateway) => ofOne.map(span => ({ ...span, gateway })))
    },
  }
}

async function watch(gateway: ManagedProcess, fullBytes: number, signal: AbortSignal): Promise<Span[]> {
  const full: Span[] = []
  let open: Span | undefined
  let lastLookAt = Date.now()
  const look = async () => {
    const at = Date.now()
    const isFull = ((await gateway.figure('sluice_spool_bytes')) ?? 0) >= fullBytes
    if (open) open.to = Date.now()
    if (!isFull) open = undefined
    else if (!open) {
      open = { from: lastLookAt, to: Date.now() }
      full.push(open)
    }
    lastLookAt = at
  }
  while (!signal.aborted) {
    await look()
    await wait(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined)
  }
  return full
}
