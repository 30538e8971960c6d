import { describe, expect, it } from '@jest/globals'
import { answeredClient, problem } from './answered-client.ts'

const page = (matched: number, next?: string) => () =>
  Response.json({ matched, redelivered: matched - 1, refused: 1, more: next !== undefined, ...(next && { next }) })

describe('a redelivery of all that filters find', () => {
  it('goes on from where the last look has ended, and tells what it came to so far', async () => {
    const { client, sent } = answeredClient([page(1_000, 'second'), page(0, 'third'), page(12)])
    const sums = await Array.fromAsync(client.webhooks.redeliverAll('orders', { status: 'skipped', dryRun: false }))
    expect(sums).toEqual([
      { matched: 1_000, redelivered: 999, refused: 1, more: true },
      { matched: 1_000, redelivered: 998, refused: 2, more: true },
      { matched: 1_012, redelivered: 1_009, refused: 3, more: false },
    ])
    const bodies = await Promise.all(sent.map(request => request.json()))
    expect(bodies.map(({ status, cursor }) => [status, cursor])).toEqual([
      ['skipped', undefined],
      ['skipped', 'second'],
      ['skipped', 'third'],
    ])
  })

  it('begins where its caller says, and asks no more than its caller reads', async () => {
    const { client, sent } = answeredClient([page(5, 'older')])
    for await (const { matched } of client.webhooks.redeliverAll('orders', { cursor: 'newer' })) {
      expect(matched).toBe(5)
      break
    }
    expect(await Promise.all(sent.map(request => request.json()))).toEqual([{ cursor: 'newer' }])
  })

  it('ends where a request is refused', async () => {
    const { client } = answeredClient([page(7, 'older'), () => problem(409, 'CONFLICT')])
    const sums = client.webhooks.redeliverAll('orders', {})
    expect((await sums.next()).value).toMatchObject({ matched: 7 })
    await expect(sums.next()).rejects.toMatchObject({ code: 'CONFLICT' })
  })
})
