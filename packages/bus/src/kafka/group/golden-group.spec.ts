import { describe, expect, it } from '@jest/globals'
import { goldenVersions, readGoldenJson } from '@sluice/testkit/golden'
import { z } from 'zod'
import { decodeShare, encodeClaim, shareOut } from './member-protocol.ts'

const topic = 'exchange.completed.v1'
const bytes = z.hex().transform(text => Buffer.from(text, 'hex'))
const group = z.object({ claim: bytes, share: bytes })
const partitions = [0, 1, 2, 3, 4, 5]

describe.each(goldenVersions())('a group with a member of version %s', version => {
  const { claim, share } = readGoldenJson(group, version, 'kafka-group.json')

  it('leaves it the partitions that it says are its own', () => {
    const ours = encodeClaim(topic, { generation: 7, owned: [0, 2], nonce: 1 })
    const members = [
      { memberId: 'ours', memberMetadata: ours },
      { memberId: 'golden', memberMetadata: claim },
    ]
    const shares = shareOut({ topic, partitions, members }).map(({ memberId, memberAssignment }) => [
      memberId,
      decodeShare(topic, memberAssignment),
    ])
    expect(Object.fromEntries(shares)).toEqual({ ours: [0, 2, 5], golden: [1, 3, 4] })
  })

  it('takes the share that it gives as its leader', () => {
    expect(decodeShare(topic, share)).toEqual(partitions)
  })
})
