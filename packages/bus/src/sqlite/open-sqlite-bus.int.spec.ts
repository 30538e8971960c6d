import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { temporaryDirectory } from '@sluice/testkit'
import { BusUnavailableError } from '../errors.ts'
import { openSqliteBus } from './index.ts'

const record = (key: string) => ({ key, value: Buffer.from(key), headers: {} })

describe('opening the embedded bus', () => {
  it('says that the folder is missing', async () => {
    const path = join(await temporaryDirectory(), 'missing', 'bus.db')
    await expect(openSqliteBus({ path })).rejects.toThrow(BusUnavailableError)
  })

  it('says that the file is none of ours', async () => {
    const path = join(await temporaryDirectory(), 'bus.db')
    await writeFile(path, 'a shopping list, long enough to be read as a header of something else'.repeat(20))
    await expect(openSqliteBus({ path })).rejects.toThrow(/not a database/)
  })

  it('fails a send to a topic that was never made, by name, and none of the sends beside it', async () => {
    const bus = await openSqliteBus({ path: join(await temporaryDirectory(), 'bus.db') })
    await bus.createTopics([{ name: 'there', partitions: 1, retentionMs: 60_000 }])
    const sends = await Promise.allSettled([
      bus.send('there', [record('a')]),
      bus.send('missing', [record('b')]),
      bus.send('there', [record('c')]),
    ])
    expect(sends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(sends[1]).toMatchObject({ reason: { message: expect.stringContaining('missing') } })
    await bus.close()
  })

  it('writes what was asked for before it closes', async () => {
    const path = join(await temporaryDirectory(), 'bus.db')
    const bus = await openSqliteBus({ path })
    await bus.createTopics([{ name: 't', partitions: 1, retentionMs: 60_000 }])
    const sending = bus.send('t', [record('last')])
    await bus.close()
    await sending
    const again = await openSqliteBus({ path })
    const found = Promise.withResolvers<string>()
    const listener = { assigned() {}, revoked() {}, record: ({ key }: { key: string }) => found.resolve(key) }
    await again.consume({ topic: 't', group: 'g' }, listener)
    expect(await found.promise).toBe('last')
    await again.close()
  })
})
