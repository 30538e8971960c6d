import { setTimeout as wait } from 'node:timers/promises'
import { backendOf } from '../experiment/harm.ts'
import type { FaultMatrixRow } from '../experiment/row.ts'

const MEBIBYTE = 1024 ** 2

export const f3: FaultMatrixRow = {
  id: 'F3',
  title: 'all brokers are gone',
  runsOn: ['cluster'],
  bars: { availability: 1, p99Factor: 1.1, revokedWithinMs: 20_000 },
  extent: { unit: 'seconds', promised: 60, short: 15 },
  quietWithinMs: 60_000,
  async fault({ cluster, extent }) {
    const kafka = backendOf(cluster, 'kafka')
    await kafka.kill()
    await wait(1000 * extent)
    await kafka.restart()
  },
}

export const f3Reject: FaultMatrixRow = {
  ...f3,
  id: 'F3-reject',
  title: 'all brokers are gone for longer than the spools have room, and what comes then is refused',
  extent: { unit: 'seconds', promised: 600 },
  // Full within a minute; and with room for what a machine that stands still for a second lets in at once, as a spool that is
  // full for less than a look is not seen to be.
  smallSpool: { bytes: 4 * MEBIBYTE, whenFull: 'reject', bodyBytes: 6_000 },
}

export const f3Shed: FaultMatrixRow = {
  ...f3Reject,
  id: 'F3-shed',
  title: 'all brokers are gone for longer than the spools have room, and events are given up then',
  smallSpool: { bytes: MEBIBYTE, whenFull: 'shed', bodyBytes: 6_000 },
}
