import { describe, expect, it } from '@jest/globals'
import { createFlowControl } from './flow-control.ts'

const limits = { maxOpenRecords: 10, maxHeldRecords: 100, maxOpenBytes: 1_000 }

function harness() {
  const load = { records: [0, 0], held: [0, 0], bytes: 0 }
  const flow = createFlowControl(limits, {
    openRecords: partition => load.records[partition] ?? 0,
    heldRecords: partition => load.held[partition] ?? 0,
    openBytes: () => load.bytes,
  })
  return { load, flow }
}

describe('holding back', () => {
  it('pauses one partition above its limit and lets the others go on', () => {
    const { load, flow } = harness()
    load.records = [11, 10]
    expect([flow.update(0), flow.update(1)]).toEqual([true, false])
    expect([flow.isPaused(0), flow.isPaused(1)]).toEqual([true, false])
  })

  it('resumes at half of the limit, not before', () => {
    const { load, flow } = harness()
    load.records[0] = 11
    flow.update(0)
    load.records[0] = 6
    expect([flow.update(0), flow.isPaused(0)]).toEqual([false, true])
    load.records[0] = 5
    expect([flow.update(0), flow.isPaused(0)]).toEqual([true, false])
  })

  it('pauses all of them while too many bytes are open', () => {
    const { load, flow } = harness()
    load.bytes = 1_001
    flow.update(0)
    expect([flow.isPaused(0), flow.isPaused(1)]).toEqual([true, true])
    load.bytes = 500
    flow.update(1)
    expect([flow.isPaused(0), flow.isPaused(1)]).toEqual([false, false])
  })

  it('pauses a partition in which one record that never ends keeps too many others in mind', () => {
    const { load, flow } = harness()
    load.held[0] = 101
    flow.update(0)
    expect(flow.isPaused(0)).toBe(true)
  })
})
