import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, it } from '@jest/globals'

const HEAP_GROWTH = new URL('../../../services/heap-growth.js', import.meta.url).href
/** Objects that stay, and others that become old before they go. */
const SCRIPT = `
  import { setTimeout as wait } from 'node:timers/promises'
  import '${HEAP_GROWTH}'
  const make = () => Array.from({ length: 100 }, (_, at) => at + 0.5)
  const stay = Array.from({ length: 24_000 }, make)
  const pass = []
  for (let turn = 0; turn < 300; turn += 1) {
    for (let made = 0; made < 400; made += 1) pass.push(make())
    if (pass.length > 12_000) pass.splice(0, 6_000)
    await wait(2)
  }
  console.log(stay.length)
`
const FULL = /Mark-Compact (?:\(reduce\) )?([\d.]+) \([\d.]+\) -> ([\d.]+) /g

describe('the heap of a service', () => {
  it('comes to about twice what a full collection has left before there is another one', async () => {
    const flags = ['--max-semi-space-size=8', '--trace-gc', '--input-type=module', '--eval', SCRIPT]
    const { stdout } = await promisify(execFile)(process.execPath, flags)
    const collections = [...stdout.matchAll(FULL)].map(([, before, after]) => ({
      before: Number(before),
      after: Number(after),
    }))
    const growths = collections.slice(1).map(({ before }, at) => before / (collections[at]?.after ?? Number.NaN))
    expect(growths.length).toBeGreaterThan(0)
    for (const growth of growths) {
      expect(growth).toBeGreaterThan(1.6)
      expect(growth).toBeLessThan(3)
    }
  })
})
