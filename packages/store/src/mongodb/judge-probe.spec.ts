import { describe, expect, it } from '@jest/globals'
import { judgeProbe, type ProbeFindings } from './judge-probe.ts'

const good: ProbeFindings = {
  maxWireVersion: 25,
  isPrimary: true,
  transactionRefusal: undefined,
  leftByAbort: 0,
  leftByCommit: 1,
  refusesDuplicates: true,
  isLinearizable: true,
  setsEach: true,
}
const REFUSED: readonly (readonly [server: string, findings: Partial<ProbeFindings>, reason: string])[] = [
  ['that refuses transactions', { transactionRefusal: 20 }, 'has no transactions'],
  ['where an aborted transaction leaves a document', { leftByAbort: 1 }, 'keeps what an aborted one wrote'],
  ['where a committed transaction leaves nothing', { leftByCommit: 0 }, 'is not there'],
  ['that is too old', { maxWireVersion: 8 }, 'too old'],
  ['that takes no writes', { isPrimary: false }, 'no primary'],
  ['that does not update by a pipeline', { setsEach: false }, 'by a pipeline'],
  ['that stores one _id twice', { refusesDuplicates: false }, 'one _id'],
]

describe('the judgement on what a server showed', () => {
  it('lets a replica set through, with linearizable reads', () => {
    expect(judgeProbe(good)).toEqual({ kind: 'usable', strictest: 'linearizable' })
  })
  it('takes majority reads where linearizable ones are not known', () => {
    expect(judgeProbe({ ...good, isLinearizable: false })).toEqual({ kind: 'usable', strictest: 'majority' })
  })
  for (const [server, findings, reason] of REFUSED) {
    it(`refuses a server ${server}`, () => {
      const refusal = { kind: 'refused', reason: expect.stringContaining(reason) }
      expect(judgeProbe({ ...good, ...findings })).toEqual(refusal)
    })
  }
})
