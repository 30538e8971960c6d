import { readdir, readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SeededRandom } from '../load/seeded-random.ts'

/** How a spool is damaged: its end is missing, within a record; or one bit of a record is another. */
export type DamageKind = 'cut' | 'flipped'

/** Nothing in the spool waits for the bus, so no damage would be seen. */
class NothingToDamageError extends Error {
  override name = 'NothingToDamageError'
}

// As `services/gateway/src/domain/spool-codec.ts` has it: mark, kind, sum, length, and the payload begins with an id. The
// mark is the beginning of the seal in the name of the file.
const SEALED_NAME = /-(?<mark>[0-9a-f]{8})[0-9a-f]{8}\.spool$/
const MARK_BYTES = 4
const LENGTH_AT = 9
const HEADER_BYTES = 13
const ID_BYTES = 36
const KINDS = ['event', 'event', 'started', 'shipped'] as const
const BITS = 8

type RecordPlace = { file: string; start: number; end: number; kind: (typeof KINDS)[number] | undefined; id: string }

/**
 * Damages one record that waits for the bus, of a spool that no process has open. Cut is the last one, whatever it is;
 * a bit is flipped of an event.
 * @returns the event that the record was of
 */
export async function damageSpool(folder: string, kind: DamageKind, random: SeededRandom): Promise<string> {
  const records = await readRecords(folder)
  const waiting = records.slice(1 + records.findLastIndex(one => one.kind === 'shipped'))
  switch (kind) {
    case 'cut': {
      const last = waiting.at(-1)
      if (!last) throw nothing(folder)
      await truncate(last.file, random.integer(last.start + 1, last.end))
      return last.id
    }
    case 'flipped': {
      const [first, ...others] = waiting.filter(one => one.kind === 'event')
      if (!first) throw nothing(folder)
      const { file, start, end, id } = random.pick([first, ...others])
      const bytes = await readFile(file)
      const at = random.integer(start, end)
      bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << random.integer(0, BITS)), at)
      await writeFile(file, bytes, { flush: true })
      return id
    }
  }
}

const nothing = (folder: string) => new NothingToDamageError(`Nothing in ${folder} waits for the bus.`)

/** How many damaged stretches a gateway has put aside. */
export async function countSetAside(folder: string): Promise<number> {
  const files = await readdir(join(folder, 'damaged')).catch(() => [])
  return files.length
}

async function readRecords(folder: string): Promise<RecordPlace[]> {
  const names = (await readdir(folder)).filter(name => name.endsWith('.spool')).toSorted()
  const files = names.map(name => join(folder, name))
  return (await Promise.all(files.map(async file => recordsIn(file, await readFile(file))))).flat()
}

function recordsIn(file: string, bytes: Buffer): RecordPlace[] {
  const records: RecordPlace[] = []
  const { mark: hex } = SEALED_NAME.exec(file)?.groups ?? {}
  if (hex === undefined) return records
  const mark = Buffer.from(hex, 'hex')
  let start = bytes.indexOf(mark)
  while (start !== -1 && start + HEADER_BYTES <= bytes.length) {
    const end = start + HEADER_BYTES + bytes.readUInt32BE(start + LENGTH_AT)
    const payload = start + HEADER_BYTES
    const kind = KINDS[bytes.readUInt8(start + MARK_BYTES)]
    if (end <= bytes.length)
      records.push({ file, start, end, kind, id: bytes.toString('latin1', payload, payload + ID_BYTES) })
    start = bytes.indexOf(mark, Math.max(end, start + 1))
  }
  return records
}
