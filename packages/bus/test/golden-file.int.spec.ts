import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { exchangeCompleted } from '@sluice/contracts'
import { eventually } from '@sluice/testkit'
import { goldenVersions, readGoldenJson, unpackGolden } from '@sluice/testkit/golden'
import { z } from 'zod'
import type { Bus, IncomingRecord } from '../src/index.ts'
import { openSqliteBus } from '../src/sqlite/index.ts'

const records = z.array(z.object({ key: z.string(), value: z.string(), headers: z.record(z.string(), z.string()) }))

describe.each(goldenVersions())('the bus file of version %s', version => {
  const [first, ...others] = readGoldenJson(records, version, 'bus.json')
  let bus: Bus
  beforeAll(async () => {
    bus = await openSqliteBus({ path: await unpackGolden(version, 'bus.sqlite') })
    await bus.createTopics([exchangeCompleted])
  })
  afterAll(() => bus.close())

  const consume = async (group: string) => {
    const read: IncomingRecord[] = []
    const listener = { assigned() {}, revoked() {}, record: (record: IncomingRecord) => void read.push(record) }
    await bus.consume({ topic: exchangeCompleted.name, group }, listener)
    const found = () => read.map(({ key, value, headers }) => ({ key, value: base64(value), headers })).sort(byKey)
    return { read, found }
  }
  const base64 = (value: Uint8Array) => Buffer.from(value).toString('base64')
  const byKey = (one: { key: string }, other: { key: string }) => (one.key < other.key ? -1 : 1)

  it('gives a new group everything, as it was sent', async () => {
    const { found } = await consume('new')
    await eventually(() => found().length > others.length)
    expect(found()).toEqual([first, ...others])
  })

  it('gives a group that has committed what comes behind', async () => {
    const { read, found } = await consume('golden-readers')
    await eventually(() => read.length >= others.length)
    expect(found()).toEqual(others)
  })
})
