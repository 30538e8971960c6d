import { describe, expect, it } from '@jest/globals'
import { StoreConflictError, StoreUnavailableError } from '@sluice/store'
import fc from 'fast-check'
import { createTopicQueues } from './topic-queues.ts'

const never = () => new Promise<never>(() => {})
const turn = () => new Promise<void>(resolve => setImmediate(resolve))

describe('changes of one topic', () => {
  it('are written one at a time in the order in which they came, whichever of them fail', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.record({ fails: fc.boolean(), turns: fc.nat(2) }), { maxLength: 20 }), async all => {
        const { inTurn } = createTopicQueues()
        const begun: number[] = []
        let running = 0
        let mostAtOnce = 0
        const outcomes = await Promise.allSettled(
          all.map(({ fails, turns }, number) =>
            inTurn('keys', async () => {
              begun.push(number)
              running += 1
              mostAtOnce = Math.max(mostAtOnce, running)
              for (let count = 0; count < turns; count += 1) await turn()
              running -= 1
              if (fails) throw new RangeError(`${number}`)
              return number
            }),
          ),
        )
        expect(begun).toEqual(all.map((_, number) => number))
        expect(mostAtOnce).toBeLessThanOrEqual(1)
        expect(outcomes.map(({ status }) => status)).toEqual(all.map(({ fails }) => (fails ? 'rejected' : 'fulfilled')))
      }),
    )
  })

  it('do not wait for those of another topic', async () => {
    const { inTurn } = createTopicQueues()
    void inTurn('keys', never)
    expect(await inTurn('webhooks', async () => 'written')).toBe('written')
  })

  it('are refused when too many wait, by a text that says so and not that the store is away', async () => {
    const { inTurn } = createTopicQueues({ waiting: 2, waitMs: 60_000 })
    const first = Promise.withResolvers<void>()
    const written = Array.from({ length: 3 }, () => inTurn('keys', () => first.promise))
    const refused = inTurn('keys', never)
    await expect(refused).rejects.toThrow(StoreConflictError)
    await expect(refused).rejects.toThrow('Too many changes of keys wait their turn')
    first.resolve()
    await Promise.all(written)
    expect(await inTurn('keys', async () => 'written')).toBe('written')
  })

  it('are refused when they have waited for too long, and are never written then', async () => {
    const { inTurn } = createTopicQueues({ waiting: 10, waitMs: 20 })
    const first = Promise.withResolvers<void>()
    const running = inTurn('keys', () => first.promise)
    let isWritten = false
    const late = inTurn('keys', async () => {
      isWritten = true
    })
    await expect(late).rejects.toThrow('it has waited 0.02 s')
    first.resolve()
    await running
    expect(await inTurn('keys', async () => isWritten)).toBe(false)
  })

  it('do not wait, one after the other, for a store that is away: all who wait are told when it has failed one', async () => {
    const { inTurn } = createTopicQueues({ waiting: 10, waitMs: 60_000 })
    const away = new StoreUnavailableError('away')
    const tried: number[] = []
    const first = Promise.withResolvers<void>()
    const outcomes = Promise.allSettled(
      [0, 1, 2].map(number =>
        inTurn('keys', () => {
          tried.push(number)
          return number === 0 ? first.promise : never()
        }),
      ),
    )
    first.reject(away)
    expect((await outcomes).map(outcome => outcome.status === 'rejected' && outcome.reason)).toEqual([away, away, away])
    expect(tried).toEqual([0])
    expect(await inTurn('keys', async () => 'written')).toBe('written')
  })

  it('are written before all others that wait when they end an access, and have room of their own', async () => {
    const { inTurn } = createTopicQueues({ waiting: 2, waitMs: 60_000 })
    const begun: string[] = []
    const first = Promise.withResolvers<void>()
    const running = inTurn('keys', () => first.promise)
    const begin = (name: string) => async () => void begun.push(name)
    const issues = [inTurn('keys', begin('issue')), inTurn('keys', begin('issue'))]
    await expect(inTurn('keys', begin('issue'))).rejects.toThrow(StoreConflictError)
    const ends = [inTurn('keys', begin('end 1'), 'end'), inTurn('keys', begin('end 2'), 'end')]
    await expect(inTurn('keys', begin('end 3'), 'end')).rejects.toThrow(StoreConflictError)
    first.resolve()
    await Promise.all([running, ...issues, ...ends])
    expect(begun).toEqual(['end 1', 'end 2', 'issue', 'issue'])
  })

  it('say that it is the store when it was the store that held up those before', async () => {
    const { inTurn } = createTopicQueues({ waiting: 1, waitMs: 20 })
    const away = new StoreUnavailableError('away')
    await expect(inTurn('keys', () => Promise.reject(away))).rejects.toBe(away)
    void inTurn('keys', never)
    const refusals = [inTurn('keys', never), inTurn('keys', never)].map(refused => expect(refused).rejects.toBe(away))
    await Promise.all(refusals)
  })
})
