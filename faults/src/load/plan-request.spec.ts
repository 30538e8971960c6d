import { describe, expect, it } from '@jest/globals'
import { planRequest } from './plan-request.ts'
import { seededRandom } from './seeded-random.ts'

const plan = (seed: number, count: number) => {
  const random = seededRandom(seed)
  return Array.from({ length: count }, (_, number) =>
    planRequest(random, { run: 'r', number, gateways: 2, bodyBytes: 0 }),
  )
}

describe('the plan of the driver', () => {
  it('is the same for the same seed, and another for another', () => {
    expect(plan(7, 50)).toEqual(plan(7, 50))
    expect(plan(7, 50)).not.toEqual(plan(8, 50))
  })

  it('gives every request a tag of its own, and shows it in the query', () => {
    const planned = plan(1, 1000)
    expect(new Set(planned.map(({ tag }) => tag)).size).toBe(1000)
    for (const { tag, path } of planned) expect(path.endsWith(`?tag=${tag}`)).toBe(true)
  })

  it('is 40 % POST, 40 % GET and 20 % GraphQL, through both gateways alike', () => {
    const planned = plan(3, 10_000)
    const share = (is: (request: (typeof planned)[number]) => boolean) => planned.filter(is).length / planned.length
    expect(share(({ kind }) => kind === 'post')).toBeCloseTo(0.4, 1)
    expect(share(({ kind }) => kind === 'get')).toBeCloseTo(0.4, 1)
    expect(share(({ kind }) => kind === 'graphql')).toBeCloseTo(0.2, 1)
    expect(share(({ gateway }) => gateway === 0)).toBeCloseTo(0.5, 1)
  })

  it('blows up what is written, where that is wanted', () => {
    const planned = Array.from({ length: 50 }, (_, number) =>
      planRequest(seededRandom(number), { run: 'r', number, gateways: 2, bodyBytes: 4_000 }),
    )
    for (const { kind, body } of planned) expect((body ?? '').length > 4_000).toBe(kind === 'post')
  })
})
