import { once } from 'node:events'
import { expect, it } from '@jest/globals'
import { childReport } from './bus-child.ts'
import { type BusScene, numbered } from './scene.ts'
import { killChild, startChild } from './start-child.ts'

export function describeCrashes({ bus, harness, topic, join }: BusScene) {
  it('has every acknowledged record after the sender was killed', async () => {
    const name = await topic(3)
    const child = await startChild(harness(), { kind: 'produce', topic: name })
    const acknowledged: string[] = []
    const enough = Promise.withResolvers<void>()
    child.on('message', message => {
      const report = childReport.parse(message)
      if ('acknowledged' in report) acknowledged.push(report.acknowledged)
      if (acknowledged.length >= 200) enough.resolve()
    })
    await enough.promise
    await killChild(child)
    await using member = await join({ topic: name, group: 'g' })
    await member.recorder.until(
      () => acknowledged.every(key => member.recorder.keys().includes(key)),
      `${acknowledged.length} acknowledged records`,
    )
  }, 60_000)

  it('brings back after a kill what was not committed, and nothing of what was', async () => {
    const name = await topic()
    await bus().send(name, numbered(20))
    const child = await startChild(harness(), { kind: 'consume', topic: name, group: 'g', read: 20, commit: 12 })
    const [message] = await once(child, 'message')
    expect(childReport.parse(message)).toEqual({ committed: 12 })
    await killChild(child)
    await using member = await join({ topic: name, group: 'g' })
    await member.recorder.untilRecords(8)
    expect(member.recorder.keys()).toEqual(numbered(8, 12).map(record => record.key))
    expect(member.recorder.assignment().partitions[0]).toMatchObject({ committed: 12n, end: 20n })
  }, 60_000)

  it('hears what another process sends', async () => {
    const name = await topic()
    await using member = await join({ topic: name, group: 'g' })
    const child = await startChild(harness(), { kind: 'produce', topic: name })
    await member.recorder.untilRecords(50)
    await killChild(child)
  }, 60_000)
}
