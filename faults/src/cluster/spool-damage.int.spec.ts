import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { temporaryDirectory } from '@sluice/testkit'
import { seededRandom } from '../load/seeded-random.ts'
import { countSetAside, damageSpool } from './spool-damage.ts'

const KIND = { event: 0, started: 2, shipped: 3 } as const
const idOf = (number: number) => String(number).padStart(36, '0')

function record(kind: keyof typeof KIND, number: number): Buffer {
  const payload = Buffer.from(idOf(number) + 'x'.repeat(100))
  const header = Buffer.alloc(13)
  header.set([0xc0, 0xff, 0xee, 0x4b, KIND[kind]])
  header.writeUInt32BE(payload.length, 9)
  return Buffer.concat([header, payload])
}

async function spoolOf(...records: Buffer[]) {
  const folder = await temporaryDirectory()
  const file = join(folder, '1000000001-c0ffee4b5eed5eed.spool')
  await writeFile(file, Buffer.concat(records))
  return { folder, file, whole: Buffer.concat(records) }
}

describe('damage of a spool', () => {
  it('cuts the last record short, and names its event', async () => {
    for (let seed = 0; seed < 20; seed += 1) {
      const { folder, file, whole } = await spoolOf(record('event', 1), record('started', 2))
      expect(await damageSpool(folder, 'cut', seededRandom(seed))).toBe(idOf(2))
      const left = await readFile(file)
      expect(left.equals(whole.subarray(0, left.length))).toBe(true)
      expect(left.length).toBeGreaterThan(whole.length / 2)
      expect(left.length).toBeLessThan(whole.length)
    }
  })

  it('flips one bit of an event that waits for the bus, and names that event', async () => {
    const records = [record('event', 1), record('shipped', 0), record('started', 2), record('event', 3)]
    for (let seed = 0; seed < 20; seed += 1) {
      const { folder, file, whole } = await spoolOf(...records)
      expect(await damageSpool(folder, 'flipped', seededRandom(seed))).toBe(idOf(3))
      const damaged = await readFile(file)
      const changed = [...damaged.keys()].filter(at => damaged[at] !== whole[at])
      expect(changed).toHaveLength(1)
      expect(changed[0]).toBeGreaterThanOrEqual(whole.length - record('event', 3).length)
    }
  })

  it('is not done where nothing waits', async () => {
    const { folder } = await spoolOf(record('event', 1), record('shipped', 0))
    for (const kind of ['cut', 'flipped'] as const) {
      await expect(damageSpool(folder, kind, seededRandom(1))).rejects.toMatchObject({ name: 'NothingToDamageError' })
    }
  })
})

describe('what a gateway has put aside', () => {
  it('is counted in its folder', async () => {
    const folder = await temporaryDirectory()
    expect(await countSetAside(folder)).toBe(0)
    await mkdir(join(folder, 'damaged'))
    await writeFile(join(folder, 'damaged', '1-0.bin'), '')
    expect(await countSetAside(folder)).toBe(1)
  })
})
