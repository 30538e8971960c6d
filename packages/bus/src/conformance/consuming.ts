import { expect, it } from '@jest/globals'
import { BusUnavailableError } from '../errors.ts'
import { createRecorder } from './recorder.ts'
import { type BusScene, numbered } from './scene.ts'

export function describeConsuming({ bus, harness, topic, join }: BusScene) {
  it('tells the partitions and a generation before the first record', async () => {
    const name = await topic(3)
    await bus().send(name, numbered(30))
    await using member = await join({ topic: name, group: 'g' })
    await member.recorder.untilRecords(30)
    const [first] = member.recorder.heard
    expect(first).toMatchObject({ kind: 'assigned', generation: expect.any(Number) })
    const partitions = member.recorder.assignment().partitions
    expect(partitions.map(({ partition }) => partition).sort()).toEqual([0, 1, 2])
    expect(partitions.reduce((sum, { end }) => sum + end, 0n)).toBe(30n)
    expect(partitions.every(({ committed, lost }) => committed === 0n && lost === 0n)).toBe(true)
  })

  it('starts a group that is new at the beginning, and gives every group everything', async () => {
    const name = await topic()
    await bus().send(name, numbered(5))
    await using first = await join({ topic: name, group: 'first' })
    await using second = await join({ topic: name, group: 'second' })
    await Promise.all([first.recorder.untilRecords(5), second.recorder.untilRecords(5)])
    expect(second.recorder.keys()).toEqual(first.recorder.keys())
  })

  it('hands over what is sent later, at once', async () => {
    const name = await topic(2)
    await using member = await join({ topic: name, group: 'g' })
    await member.recorder.untilAssigned()
    const delays: number[] = []
    for (let count = 1; count <= 20; count++) {
      const sentAt = performance.now()
      await bus().send(name, numbered(1, count))
      await member.recorder.untilRecords(count)
      delays.push(performance.now() - sentAt)
    }
    expect(delays.sort((a, b) => a - b)[10]).toBeLessThan(100)
  })

  it('counts what lies unread in its partitions, those that it has paused too', async () => {
    const name = await topic()
    await using member = await join({ topic: name, group: 'g' })
    await member.recorder.untilAssigned()
    member.consumer.pause([0])
    await bus().send(name, numbered(7))
    expect(await member.consumer.countUnread()).toBe(7)
    member.consumer.resume([0])
    await member.recorder.untilRecords(7)
    expect(await member.consumer.countUnread()).toBe(0)
  })

  it('goes on at the committed offset: below it nothing comes again, from it on everything does', async () => {
    const name = await topic()
    await bus().send(name, numbered(10))
    {
      await using member = await join({ topic: name, group: 'g' })
      await member.recorder.untilRecords(10)
      const generation = member.recorder.assignment().generation
      await member.consumer.commit(generation, new Map([[0, 6n]]))
    }
    await using again = await join({ topic: name, group: 'g' })
    await again.recorder.untilRecords(4)
    expect(again.recorder.keys()).toEqual(['key-6', 'key-7', 'key-8', 'key-9'])
    expect(again.recorder.assignment().partitions).toEqual([{ partition: 0, committed: 6n, end: 10n, lost: 0n }])
  })

  it('joins nothing for whoever has called it off before', async () => {
    const name = await topic()
    await bus().send(name, numbered(1))
    const recorder = createRecorder(harness().patienceMs)
    const calledOff = bus().consume({ topic: name, group: 'g', signal: AbortSignal.abort() }, recorder.listener)
    await expect(calledOff).rejects.toThrow(BusUnavailableError)
    await using member = await join({ topic: name, group: 'g' })
    await member.recorder.untilRecords(1)
    expect(recorder.records()).toEqual([])
  })

  it('raises the generation with every new assignment', async () => {
    const name = await topic()
    const generations: number[] = []
    for (let round = 0; round < 3; round++) {
      await using member = await join({ topic: name, group: 'g' })
      await member.recorder.untilAssigned()
      generations.push(member.recorder.assignment().generation)
    }
    expect(generations).toEqual([...new Set(generations)].sort((a, b) => a - b))
  })

  it('takes no commit of an older generation', async () => {
    const name = await topic()
    await bus().send(name, numbered(10))
    const other = await harness().open()
    {
      await using old = await join({ topic: name, group: 'g' }, other)
      await old.recorder.untilRecords(10)
      const generation = old.recorder.assignment().generation
      await using newer = await join({ topic: name, group: 'g' })
      const isFenced = () => old.recorder.heard.some(what => what.kind === 'revoked')
      await old.recorder.until(() => isFenced() || old.recorder.assignments().length > 1, 'the end of the generation')
      await old.consumer.commit(generation, new Map([[0, 10n]]))
      await newer.consumer.stop()
    }
    await other.close()
    await using last = await join({ topic: name, group: 'g' })
    await last.recorder.untilRecords(10)
    expect(last.recorder.assignment().partitions[0]).toMatchObject({ committed: 0n })
  })

  it('ignores a commit for a partition that it does not have', async () => {
    const name = await topic()
    await using member = await join({ topic: name, group: 'g' })
    await member.recorder.untilAssigned()
    const generation = member.recorder.assignment().generation
    await member.consumer.commit(generation, new Map([[99, 5n]]))
    await bus().send(name, numbered(1))
    await member.recorder.untilRecords(1)
  })

  it('reads nothing of a paused partition, and goes on where it was when it is resumed', async () => {
    const name = await topic(4)
    await using member = await join({ topic: name, group: 'g' })
    await member.recorder.untilAssigned()
    member.consumer.pause([0, 1, 2])
    await bus().send(name, numbered(400))
    const inThree = () => member.recorder.records().filter(record => record.partition === 3)
    await using all = await join({ topic: name, group: 'other' })
    await all.recorder.untilRecords(400)
    const expected = all.recorder.records().filter(record => record.partition === 3).length
    await member.recorder.until(() => inThree().length === expected, 'the partition that is not paused')
    expect(member.recorder.records()).toHaveLength(expected)
    member.consumer.resume([0, 1, 2])
    await member.recorder.untilRecords(400)
    expect(new Set(member.recorder.keys()).size).toBe(400)
  })

  it('loses and repeats nothing when it is paused and resumed in the middle of reading', async () => {
    const name = await topic(3)
    await bus().send(name, numbered(3_000))
    await using member = await join({ topic: name, group: 'g' })
    const { record } = member.recorder.listener
    let count = 0
    member.recorder.listener.record = incoming => {
      record(incoming)
      if (++count % 7 === 0) member.consumer?.pause([incoming.partition])
      if (count % 7 === 3) member.consumer?.resume([0, 1, 2])
    }
    const resume = setInterval(() => member.consumer.resume([0, 1, 2]), 5)
    await member.recorder.untilRecords(3_000).finally(() => clearInterval(resume))
    for (const partition of [0, 1, 2]) {
      const offsets = member.recorder.records().flatMap(found => (found.partition === partition ? [found.offset] : []))
      expect(offsets).toEqual(offsets.map((_, index) => BigInt(index)))
    }
  })

  it('hands out nothing once it is stopped, and still takes commits', async () => {
    const name = await topic()
    await bus().send(name, numbered(5))
    {
      await using member = await join({ topic: name, group: 'g' })
      await member.recorder.untilRecords(5)
      await member.consumer.stop()
      await bus().send(name, numbered(5, 5))
      await using witness = await join({ topic: name, group: 'witness' })
      await witness.recorder.untilRecords(10)
      expect(member.recorder.records()).toHaveLength(5)
      await member.consumer.commit(member.recorder.assignment().generation, new Map([[0, 5n]]))
    }
    await using again = await join({ topic: name, group: 'g' })
    await again.recorder.untilRecords(5)
    expect(again.recorder.keys()[0]).toBe('key-5')
  })

  it('says how many records retention has taken from the group, and goes on behind them', async () => {
    const name = await topic()
    await bus().send(name, numbered(10))
    {
      await using member = await join({ topic: name, group: 'g' })
      await member.recorder.untilRecords(10)
      await member.consumer.commit(member.recorder.assignment().generation, new Map([[0, 4n]]))
    }
    await harness().expire(name)
    await bus().send(name, numbered(2, 10))
    await using again = await join({ topic: name, group: 'g' })
    await again.recorder.untilRecords(2)
    expect(again.recorder.assignment().partitions).toEqual([{ partition: 0, committed: 4n, end: 12n, lost: 6n }])
    expect(again.recorder.records().map(({ offset }) => offset)).toEqual([10n, 11n])
  })

  it('says it as well to a member that retention has overtaken while it was paused', async () => {
    const name = await topic()
    await using member = await join({ topic: name, group: 'g' })
    await member.recorder.untilAssigned()
    member.consumer.pause([0])
    await bus().send(name, numbered(10))
    await harness().expire(name)
    await bus().send(name, numbered(1, 10))
    member.consumer.resume([0])
    await member.recorder.untilRecords(1)
    expect(member.recorder.keys()).toEqual(['key-10'])
    expect(member.recorder.assignment(-1).partitions[0]).toMatchObject({ lost: 10n })
  })

  it('hands poison over as bytes and goes on behind it', async () => {
    const name = await topic()
    const poison = Buffer.from([0xff, 0x00, 0xfe, 0x80])
    await bus().send(name, [...numbered(1), { key: 'poison', value: poison, headers: {} }, ...numbered(1, 1)])
    await using member = await join({ topic: name, group: 'g' })
    await member.recorder.untilRecords(3)
    expect(member.recorder.keys()).toEqual(['key-0', 'poison', 'key-1'])
    expect(Buffer.from(member.recorder.record(1).value).equals(poison)).toBe(true)
  })

  it('brings 10,000 records in order, none lost and none twice', async () => {
    const name = await topic(5)
    await using member = await join({ topic: name, group: 'g' })
    const sends = Array.from({ length: 100 }, (_, index) => bus().send(name, numbered(100, index * 100)))
    await Promise.all(sends)
    await member.recorder.untilRecords(10_000)
    expect(new Set(member.recorder.keys()).size).toBe(10_000)
    for (let partition = 0; partition < 5; partition++) {
      const records = member.recorder.records().filter(record => record.partition === partition)
      expect(records.map(({ offset }) => offset)).toEqual(records.map((_, index) => BigInt(index)))
      const numbers = records.map(({ key }) => Number(key.slice(4)))
      expect(numbers).toEqual([...numbers].sort((a, b) => a - b))
    }
  }, 60_000)

  it('has what it was given to itself once it has joined', async () => {
    const name = await topic()
    await using member = await join({ topic: name, group: 'g' })
    await member.recorder.untilAssigned()
    expect(member.consumer.isSettled()).toBe(true)
  })

  it('proves again and again that it is in the group', async () => {
    const name = await topic()
    await using member = await join({ topic: name, group: 'g' })
    await member.recorder.untilAssigned()
    const first = member.consumer.lastHeartbeatAt()
    expect(Date.now() - first).toBeLessThan(harness().patienceMs)
    const deadline = Date.now() + harness().patienceMs
    while (member.consumer.lastHeartbeatAt() === first && Date.now() < deadline) {
      await new Promise(resolve => setTimeout(resolve, 20))
    }
    expect(member.consumer.lastHeartbeatAt()).toBeGreaterThan(first)
  })
}
