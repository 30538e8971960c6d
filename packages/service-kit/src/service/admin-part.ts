import type { ChangeLog } from '@sluice/change-log'
import type { Listener } from '../http/listener.ts'
import { observing } from '../telemetry/meter-of.ts'
import type { Telemetry } from '../telemetry/telemetry.ts'
import { type Degradation, type Readiness, startAdminServer } from './admin-server.ts'
import type { ProcessPart } from './run-service.ts'

type AdminAddress = { host: string; port: number }

export type AdminPartOptions = {
  address: AdminAddress
  telemetry: Telemetry
  readiness: Readiness
  /** What works with less than it should, and does not make the process unready. */
  degradation?: () => readonly Degradation[]
}

// A change log that has not heard from the store for longer is not ready.
const UNREADY_AFTER_SECONDS = 6

/** The admin port as a part of a process; the address is known once it has started. */
export function adminPart(options: AdminPartOptions): ProcessPart & { address(): AdminAddress } {
  const { address, telemetry, readiness, degradation } = options
  let listener: Listener | undefined
  observeReadiness(options)
  return {
    name: 'admin',
    address: () => (listener && 'port' in listener.address ? listener.address : address),
    async start() {
      listener = await startAdminServer({ address, readiness, degradation, serveMetrics: telemetry.serveMetrics })
    },
    async stop(deadlineMs) {
      await listener?.close(deadlineMs)
      await telemetry.stop()
    },
  }
}

function observeReadiness({ readiness, degradation = () => [] }: AdminPartOptions): void {
  const { gauge } = observing('admin')
  gauge('ready', '1 while the process is ready, as /readyz says it, else 0', () => Number(readiness().length === 0))
  gauge('degradations', 'What the process does without for a while: /readyz says what', () => degradation().length)
}

// What stands in events, and when keys expire, is as wrong as the clock.
const UNREADY_BEYOND_SKEW_SECONDS = 10

type ChangeLogState = Pick<ChangeLog, 'isTrusted' | 'secondsSincePoll' | 'storeTime'>

/** Not ready while the state of keys, users and permissions is older than it may be, or the clock of this machine is wrong. */
export const changeLogReadiness =
  (changes: ChangeLogState): Readiness =>
  () => {
    if (!changes.isTrusted())
      return ['The state of keys, users and permissions is not known: the store does not answer.']
    const missing: string[] = []
    if (changes.secondsSincePoll() > UNREADY_AFTER_SECONDS) missing.push('The store has not answered for 6 seconds.')
    const skew = Math.round((Date.now() - changes.storeTime()) / 1000)
    if (Math.abs(skew) > UNREADY_BEYOND_SKEW_SECONDS) missing.push(describeSkew(skew))
    return missing
  }

const describeSkew = (seconds: number): string =>
  `The clock of this machine is ${Math.abs(seconds)} s ${seconds > 0 ? 'ahead of' : 'behind'} the store's. Set it right (NTP).`
