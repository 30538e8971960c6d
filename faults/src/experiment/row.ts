import type { Cluster } from '../cluster/cluster.ts'
import type { Random } from '../load/seeded-random.ts'
import type { Mailbox } from '../load/start-mailbox.ts'
import type { Bars, Observations } from '../oracle/observations.ts'
import type { Verdict } from '../oracle/verdict.ts'
import type { Harm } from './harm.ts'
import type { PreparedService } from './prepare-service.ts'

export type Situation = {
  cluster: Cluster
  harm: Harm
  service: PreparedService
  /** The mail server that all mails go to. */
  mailbox: Mailbox
  random: Random
  /** How long the row's fault lasts, or how often it is done. */
  extent: number
}

/** Judges what a row saw for itself, together with everything else, when all is quiet. */
export type OwnJudge = (seen: Observations) => Verdict | Promise<Verdict>

/** One line of the matrix of faults. */
export type Row = {
  id: string
  title: string
  runsOn: readonly Cluster['kind'][]
  bars: Bars
  /** What `--extent` changes, and its value as it is promised. */
  extent: { unit: 'times' | 'rounds' | 'seconds'; promised: number }
  /** A spool so small that the fault fills it, with load that does so soon; otherwise it has room for the whole run. */
  smallSpool?: { bytes: number; whenFull: 'reject' | 'shed'; bodyBytes: number }
  /** How long after the fault everything may take to be delivered and logged. */
  quietWithinMs: number
  /** Every process reaches the store by a way that is in the hands of the rig. */
  hasStoreProxy?: true
  /** There are two processes of each service, and one address for them; so for the gateways. */
  hasBalancers?: true
  /** Each gateway's spool is on a small disk of its own, of so many bytes. */
  spoolDiskBytes?: number
  /** What every process is told for this row. */
  settings?: Readonly<Record<string, string>> | (() => Promise<Readonly<Record<string, string>>>)
  /** The mail server is the service's own, for so many recipients a day, and the driver's requests send no mail. */
  mailAllowance?: number
  /** Does the harm and heals it; over when all is well again from the outside. @returns the judge of what it promises beside */
  fault(situation: Situation): Promise<OwnJudge | undefined>
}
