import type { Cluster } from '../cluster/cluster.ts'
import type { Random } from '../load/seeded-random.ts'
import type { Bars } from '../oracle/observations.ts'
import type { Harm } from './harm.ts'

type Situation = {
  cluster: Cluster
  harm: Harm
  random: Random
  /** How long the row's fault lasts, or how often it is done. */
  extent: number
}

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
  /** Does the harm and heals it; over when all is well again from the outside. */
  fault(situation: Situation): Promise<void>
}
