/** What a server showed on an empty collection. */
export type ProbeFindings = {
  maxWireVersion: number
  isPrimary: boolean
  /** The server's code where a transaction could not even be begun or ended; undefined when it could. */
  transactionRefusal: number | string | undefined
  /** Documents of an aborted transaction that are there afterwards. */
  leftByAbort: number
  /** Documents of a committed transaction that are there afterwards; 1 was written. */
  leftByCommit: number
  /** Whether a second document of one `_id` was refused with the code of a duplicate key. */
  refusesDuplicates: boolean
  /** Whether it took the read concern `linearizable`. */
  isLinearizable: boolean
  /** Whether it gave each of two documents its own fields by one update. */
  setsEach: boolean
}

export type ProbeVerdict =
  | { kind: 'usable'; strictest: 'linearizable' | 'majority' }
  | { kind: 'refused'; reason: string }

/** MongoDB 4.4: collections may be made inside a transaction. */
const LEAST_WIRE_VERSION = 9

const REPLICA_SET = 'Run MongoDB as a replica set (one node is enough: --replSet rs0, then rs.initiate()).'

function reasonAgainst(findings: ProbeFindings): string | undefined {
  const { maxWireVersion, transactionRefusal, leftByAbort, leftByCommit } = findings
  if (maxWireVersion < LEAST_WIRE_VERSION)
    return `It is too old (wire version ${maxWireVersion}). Use MongoDB 4.4 or later.`
  if (!findings.isPrimary)
    return 'It is no primary that takes writes. Give all members of the replica set in the address.'
  if (transactionRefusal !== undefined)
    return `It has no transactions (its error ${transactionRefusal}). ${REPLICA_SET}`
  if (leftByAbort > 0) return `It takes transactions, and keeps what an aborted one wrote. ${REPLICA_SET}`
  if (leftByCommit !== 1) return 'What a committed transaction wrote is not there. Use a MongoDB server.'
  if (!findings.setsEach) return 'It does not update documents by a pipeline as MongoDB does. Use a MongoDB server.'
  if (!findings.refusesDuplicates) return 'It stored two documents with one _id. Use a MongoDB server.'
  return undefined
}

/** Whether Sluice can stand on this server. Bookkeeping needs transactions, so one without them is refused. */
export function judgeProbe(findings: ProbeFindings): ProbeVerdict {
  const reason = reasonAgainst(findings)
  if (reason !== undefined) return { kind: 'refused', reason }
  return { kind: 'usable', strictest: findings.isLinearizable ? 'linearizable' : 'majority' }
}
