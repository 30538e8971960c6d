import { setInterval as every } from 'node:timers/promises'
import { Pool } from 'undici'
import type { WrittenSluice } from './written-sluice.ts'

const CONNECTIONS = 32
const TICK_MS = 5
/** Each write is for one of so many targets, in turn. */
export const TARGETS = 4
/** Tells which target a write is for. */
export const TARGET_HEADER = 'x-target'

type Written = Pick<WrittenSluice, 'urls' | 'authorization'>

class RefusedWriteError extends Error {
  override name = 'RefusedWriteError'
}

/** Sends this many writes a second, whatever is answered. Each bears when it was due, in epoch ms. */
export async function sendPaced(sluice: Written, { perSecond, count }: { perSecond: number; count: number }) {
  const { write, close } = openWriter(sluice)
  const pending: Promise<void>[] = []
  const startedAt = Date.now()
  for await (const _ of every(TICK_MS)) {
    const due = Math.min(count, Math.floor(((Date.now() - startedAt) / 1000) * perSecond) + 1)
    while (pending.length < due) pending.push(write(pending.length, startedAt + (pending.length * 1000) / perSecond))
    if (due === count) break
  }
  await Promise.all(pending)
  await close()
}

/** Sends so many writes, one after the other on each connection. */
export async function sendAtOnce(sluice: Written, count: number): Promise<void> {
  const { write, close } = openWriter(sluice)
  let sent = 0
  const sendOn = async () => {
    while (sent < count) await write(sent++, Date.now())
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, sendOn))
  await close()
}

function openWriter({ urls, authorization }: Written) {
  const pools = urls.map(url => new Pool(url, { connections: CONNECTIONS / urls.length }))
  return {
    async write(number: number, sentAt: number) {
      const answer = await pools[number % pools.length]?.request({
        method: 'POST',
        path: '/routes',
        headers: { authorization, 'content-type': 'application/json', [TARGET_HEADER]: String(number % TARGETS) },
        body: JSON.stringify({ origin: 'SFO', destination: 'LIT', sentAt, note: 'x'.repeat(60) }),
      })
      await answer?.body.dump()
      if (answer?.statusCode !== 201) throw new RefusedWriteError(`A write was answered with ${answer?.statusCode}.`)
    },
    close: () => Promise.all(pools.map(pool => pool.close())),
  }
}
