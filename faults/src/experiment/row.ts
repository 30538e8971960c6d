import type { Cluster } from '../cluster/cluster.ts'
import type { SeededRandom } from '../load/seeded-random.ts'
import type { RunMailbox } from '../load/start-mailbox.ts'
import type { Observations, PromisedBars } from '../oracle/observations.ts'
import type { PromiseVerdict } from '../oracle/verdict.ts'
import type { Harm } from './harm.ts'
import type { PreparedService } from './prepare-service.ts'

export type RowSituation = {
  cluster: Cluster
  harm: Harm
  service: PreparedService
  /** The mail server that all mails go to. */
  mailbox: RunMailbox
  random: SeededRandom
  /** How long the row's fault lasts, or how often it is done. */
  extent: number
  /** Another version of Sluice, where one was given. */
  checkout: string | undefined
}

/** Judges what a row saw for itself, together with everything else, when all is quiet. */
export type OwnJudge = (seen: Observations) => PromiseVerdict | Promise<PromiseVerdict>

/** One line of the matrix of faults. */
export type FaultMatrixRow = {
  id: string
  title: string
  runsOn: readonly Cluster['kind'][]
  bars: PromisedBars
  /** What `--extent` changes, and its value as it is promised. `short`: its value in `--short`, which is of the rows that have it. */
  extent: { unit: 'times' | 'rounds' | 'seconds'; promised: number; short?: number }
  /** A spool so small that the fault fills it, with load that does so soon; otherwise it has room for the whole run. */
  smallSpool?: { bytes: number; whenFull: 'reject' | 'shed'; bodyBytes: number }
  /** How long after the fault everything may take to be delivered and logged. */
  quietWithinMs: number
  /** Every process reaches the store by a way that is in the hands of the rig. */
  hasStoreProxy?: true
  /** Each process reaches the broker by a way of its own, which is in the hands of the rig. */
  hasBrokerWays?: true
  /** There are two processes of each service, and one address for them; so for the gateways. */
  hasBalancers?: true
  /** Each gateway's spool is on a small disk of its own, of so many bytes. */
  spoolDiskBytes?: number
  /**
   * The skews, in ms, of the clocks that stamp events: for each of them the logs are read of another time. Default: 0
   * alone.
   */
  clocksOffByMs?: readonly number[]
  /** What every process is told for this row. */
  settings?: Readonly<Record<string, string>> | (() => Promise<Readonly<Record<string, string>>>)
  /** The mail server is the service's own, for so many recipients a day, and the driver's requests send no mail. */
  mailAllowance?: number
  /** Does the harm and heals it; over when all is well again from the outside. @returns the judge of what it promises beside */
  fault(situation: RowSituation): Promise<OwnJudge | undefined>
}
