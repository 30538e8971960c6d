import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Backend, isAbsent, startBackend } from '@sluice/testkit/backends'
import type { Bus } from '../port.ts'
import { openKafkaBus } from './index.ts'

const PROCESSES = 8
const ROUNDS = 10

const describeHere = isAbsent('kafka') ? describe.skip : describe

describeHere('topics on a broker', () => {
  let backend: Backend
  let buses: Bus[]

  beforeAll(async () => {
    backend = await startBackend('kafka')
    const prefix = `${randomUUID().slice(0, 8)}-`
    const open = (number: number) => openKafkaBus({ brokers: [backend.address], clientId: `p${number}`, prefix })
    buses = await Promise.all(Array.from({ length: PROCESSES }, (_, number) => open(number)))
  }, 120_000)
  afterAll(async () => {
    await Promise.all(buses?.map(bus => bus.close()) ?? [])
    await backend?.stop()
  })

  it('are made once when all processes of a new cluster ask for them at once', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const topics = [{ name: `t${round}`, partitions: 12, retentionMs: 3_600_000 }]
      const made = await Promise.allSettled(buses.map(bus => bus.createTopics(topics)))
      expect(made.filter(({ status }) => status === 'rejected')).toEqual([])
    }
  }, 60_000)
})
