import { expect, it } from '@jest/globals'
import { BusUnavailableError, RecordTooLargeError } from '../errors.ts'
import type { OutgoingRecord } from '../port.ts'
import { type BusScene, numbered } from './scene.ts'

export function describeSending({ bus, harness, topic, join }: BusScene) {
  it('hands over key, headers and bytes as they were sent, an empty value too', async () => {
    const name = await topic()
    const value = Uint8Array.from({ length: 256 }, (_, index) => index)
    const headers = { 'event-id': 'ä', 'schema-version': '1' }
    const before = Date.now()
    await bus().send(name, [
      { key: 'schlüssel', value, headers },
      { key: '', value: new Uint8Array(), headers: {} },
    ])
    await using member = await join({ topic: name, group: 'g' })
    await member.recorder.untilRecords(2)
    const full = member.recorder.record(0)
    const empty = member.recorder.record(1)
    expect(full).toMatchObject({ topic: name, partition: 0, offset: 0n, key: 'schlüssel', headers })
    expect(Buffer.from(full.value).equals(value)).toBe(true)
    expect(Math.abs(full.at.getTime() - before)).toBeLessThan(60_000)
    expect(empty).toMatchObject({ key: '', headers: {}, offset: 1n })
    expect(empty.value.byteLength).toBe(0)
  })

  it('says of a record that it is the first with its key where that was said when it was sent', async () => {
    const name = await topic()
    const headers = { 'event-id': 'a' }
    await bus().send(name, [
      { key: 'first', value: new Uint8Array(), headers, isFirst: true },
      { key: 'again', value: new Uint8Array(), headers, isFirst: false },
      { key: 'unsaid', value: new Uint8Array(), headers },
    ])
    await using member = await join({ topic: name, group: 'g' })
    await member.recorder.untilRecords(3)
    const heard = member.recorder.records()
    expect(heard.map(({ isFirst = false }) => isFirst)).toEqual([true, false, false])
    expect(heard.map(record => record.headers)).toEqual([headers, headers, headers])
  })

  it('sends only the part of a large buffer that the value shows', async () => {
    const name = await topic()
    const large = Buffer.alloc(64 * 1024, 'x')
    await bus().send(name, [{ key: 'k', value: large.subarray(10, 13), headers: {} }])
    await using member = await join({ topic: name, group: 'g' })
    await member.recorder.untilRecords(1)
    expect(Buffer.from(member.recorder.record(0).value).toString()).toBe('xxx')
    expect(large.byteLength).toBe(64 * 1024)
  })

  it('puts records of one key on one partition, in the order of their sends', async () => {
    const name = await topic(6)
    const keys = ['red', 'green', 'blue', 'white', 'black']
    for (let round = 0; round < 20; round++) {
      await bus().send(
        name,
        keys.map(key => ({ key, value: Buffer.from(String(round)), headers: {} })),
      )
    }
    await using member = await join({ topic: name, group: 'g' })
    await member.recorder.untilRecords(100)
    for (const key of keys) {
      const records = member.recorder.records().filter(record => record.key === key)
      expect(new Set(records.map(record => record.partition)).size).toBe(1)
      expect(records.map(record => Number(Buffer.from(record.value).toString()))).toEqual([...Array(20).keys()])
    }
  })

  it('puts records of one partition key on one partition, whatever their keys, whoever sends them', async () => {
    const name = await topic(6)
    const partitionKeys = ['red', 'green', 'blue', 'white', 'black']
    const placed = (round: number): OutgoingRecord[] =>
      partitionKeys.map(partitionKey => ({
        key: `${partitionKey} ${round}`,
        value: Buffer.from(partitionKey),
        headers: {},
        partitionKey,
      }))
    const other = await harness().open()
    for (let round = 0; round < 20; round++) await (round % 2 ? bus() : other).send(name, placed(round))
    await other.close()
    await using member = await join({ topic: name, group: 'g' })
    await member.recorder.untilRecords(100)
    const partitionsOf = new Map<string, Set<number>>()
    for (const partitionKey of partitionKeys) {
      const records = member.recorder.records().filter(({ key }) => key.startsWith(`${partitionKey} `))
      partitionsOf.set(partitionKey, new Set(records.map(({ partition }) => partition)))
      expect(records.map(({ key }) => key)).toEqual(
        Array.from({ length: 20 }, (_, round) => `${partitionKey} ${round}`),
      )
    }
    expect([...partitionsOf.values()].map(({ size }) => size)).toEqual([1, 1, 1, 1, 1])
    expect(new Set([...partitionsOf.values()].flatMap(partitions => [...partitions])).size).toBeGreaterThan(1)
  })

  it('takes the key for the partition key where there is no other', async () => {
    const name = await topic(12)
    const keys = ['red', 'green', 'blue', 'white', 'black']
    const value = new Uint8Array()
    await bus().send(
      name,
      keys.flatMap(key => [
        { key, value, headers: {} },
        { key: `beside ${key}`, value, headers: {}, partitionKey: key },
      ]),
    )
    await using member = await join({ topic: name, group: 'g' })
    await member.recorder.untilRecords(10)
    const partitions = new Map(member.recorder.records().map(({ key, partition }) => [key, partition]))
    expect(keys.map(key => partitions.get(`beside ${key}`))).toEqual(keys.map(key => partitions.get(key)))
  })

  it('uses more than one partition', async () => {
    const name = await topic(4)
    await bus().send(name, numbered(100))
    await using member = await join({ topic: name, group: 'g' })
    await member.recorder.untilRecords(100)
    expect(new Set(member.recorder.records().map(record => record.partition)).size).toBe(4)
  })

  it('keeps what a topic holds when it is made again, whatever the second declaration says', async () => {
    const name = await topic(2)
    await bus().send(name, numbered(10))
    await bus().createTopics([{ name, partitions: 2, retentionMs: 3_600_000 }])
    await using member = await join({ topic: name, group: 'g' })
    await member.recorder.untilRecords(10)
    expect(member.recorder.assignment().partitions).toHaveLength(2)
  })

  it('refuses a record that is too large by name, sends nothing of that call, and goes on', async () => {
    const name = await topic()
    const tooLarge = { key: 'big', value: Buffer.alloc(harness().maxRecordBytes + 1), headers: {} }
    await expect(bus().send(name, [...numbered(1), tooLarge])).rejects.toThrow(RecordTooLargeError)
    await bus().send(name, numbered(1, 7))
    await using member = await join({ topic: name, group: 'g' })
    await member.recorder.untilRecords(1)
    expect(member.recorder.keys()).toEqual(['key-7'])
  })

  it('takes a record that is just small enough', async () => {
    const name = await topic()
    const value = Buffer.alloc(harness().maxRecordBytes - 1_024, 7)
    await bus().send(name, [{ key: 'k', value, headers: {} }])
    await using member = await join({ topic: name, group: 'g' })
    await member.recorder.untilRecords(1)
    expect(Buffer.from(member.recorder.record(0).value).equals(value)).toBe(true)
  })

  it('sends nothing for whoever has given up before, and says so', async () => {
    const name = await topic()
    await expect(bus().send(name, numbered(1), AbortSignal.abort())).rejects.toThrow(BusUnavailableError)
    await expect(
      bus().createTopics([{ name: `${name}-never`, partitions: 1, retentionMs: 3_600_000 }], AbortSignal.abort()),
    ).rejects.toThrow(BusUnavailableError)
    await bus().send(name, numbered(1, 7))
    await using member = await join({ topic: name, group: 'g' })
    await member.recorder.untilRecords(1)
    expect(member.recorder.keys()).toEqual(['key-7'])
  })

  it('lets go of whoever gives up while it sends, and sends for the next', async () => {
    const name = await topic()
    const giving = new AbortController()
    const given = expect(bus().send(name, numbered(1), giving.signal)).rejects.toThrow(BusUnavailableError)
    giving.abort()
    await given
    await bus().send(name, numbered(1, 7))
    await using member = await join({ topic: name, group: 'g' })
    await member.recorder.until(() => member.recorder.keys().includes('key-7'), 'the next one')
  })

  it('says so when it is closed', async () => {
    const name = await topic()
    const other = await harness().open()
    await other.close()
    await expect(other.send(name, numbered(1))).rejects.toThrow(BusUnavailableError)
    await other.close()
  })
}
