import { afterAll, describe, expect, it } from '@jest/globals'
import { eventually } from '@sluice/testkit'
import { findExecutable, keepingNothing, REDIS_RIGHTS, startRedisServer } from '@sluice/testkit/backends'
import { openRedisSharedCounts } from '../src/adapters/redis-shared-counts.ts'

const redis = await findExecutable('redis-server')

;(redis ? describe : describe.skip)('wrong passwords are counted on Redis', () => {
  const ends: (() => unknown)[] = []
  afterAll(async () => {
    for (const end of ends.reverse()) await end()
  })

  it('by a user who may do no more than the page of requirements asks for', async () => {
    const lines = (port: number) => [
      ...keepingNothing(port),
      'user default off',
      `user sluice on >of-the-test ${REDIS_RIGHTS}`,
    ]
    const server = await startRedisServer({ command: redis ?? '', lines })
    ends.push(server.kill)
    const away: unknown[] = []
    const counts = openRedisSharedCounts({
      url: `redis://sluice:of-the-test@127.0.0.1:${server.port}`,
      prefix: 'sluice.',
      onAway: error => away.push(error),
    })
    ends.push(counts.close)
    const results = await eventually(async () => {
      const taken = []
      for (let time = 0; time < 12; time += 1) taken.push(await counts.take('pair', 'ann'))
      return new Set(taken.map(one => JSON.stringify(one))).size > 1 && taken
    })
    expect(results.length).toBe(12)
    await counts.giveBack('pair', 'ann')
    expect(away.filter(error => /NOPERM/.test(String(error)))).toEqual([])
  })
})
