import { setTimeout as wait } from 'node:timers/promises'
import { ownerClient, type SluiceProcess } from '@sluice/e2e'
import type { Browser, CDPSession } from 'playwright-core'
import { Pool } from 'undici'
import { type Figure, median } from '../figure.ts'
import { openSignedIn } from './open-visit.ts'

const EVENTS = 200_000
const WARM_UP = 32_000
/** What is held goes up and down by a few MiB: the slope is that of many looks. */
const LOOKS = 8
const EVENTS_PER_LOOK = (EVENTS - WARM_UP) / LOOKS
/** The number of events of an hour, at fifty a second. */
const EVENTS_PER_HOUR = 180_000
const AT_ONCE = 16
/** The page draws four times a second. */
const DRAWN_AFTER_MS = 350
const LAST_BATCHES = 6
const MIB = 1024 * 1024

/** What a tab that follows all requests holds, while as many come as in an hour, in fast succession. */
export async function measureTail(browser: Browser, sluice: SluiceProcess): Promise<Figure[]> {
  await ownerClient(sluice).json('PUT', '/orders')
  const { context, page } = await openSignedIn(browser, sluice)
  const session = await context.newCDPSession(page)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Live', exact: true }).click()
  await page.getByText('Live: requests stand here when they are over.').waitFor()
  await sendAndSettle(sluice, WARM_UP)
  const held = [await heapMib(session)]
  while (held.length <= LOOKS) {
    await sendAndSettle(sluice, EVENTS_PER_LOOK)
    held.push(await heapMib(session))
  }
  const rows = await page.locator('tbody tr').count()
  await context.close()
  const name = `${EVENTS.toLocaleString('en')} requests followed`
  const perHour = (slopeOf(held) * EVENTS_PER_HOUR) / EVENTS_PER_LOOK
  return [
    { name: `${name}: heap of the tab`, value: Math.max(...held), unit: 'MiB', bar: '≤ 80' },
    { name: `${name}: growth after the first ten minutes' worth, an hour`, value: perHour, unit: 'MiB', bar: '< 1' },
    { name: `${name}: rows shown`, value: rows, unit: '', bar: '≤ 5000' },
  ]
}

/** The median of the slopes between any two looks, by look. */
function slopeOf(values: readonly number[]): number {
  const slopes = values.flatMap((value, at) =>
    values.slice(0, at).map((before, from) => (value - before) / (at - from)),
  )
  return median(slopes)
}

async function heapMib(session: CDPSession): Promise<number> {
  // What is freed at the end of one collection is gone with the next.
  await session.send('HeapProfiler.collectGarbage')
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  return usedSize / MIB
}

/** What is measured is what stays: rows that are gone are held until the table was drawn a few times more. */
async function sendAndSettle(sluice: SluiceProcess, requests: number): Promise<void> {
  await send(sluice, requests)
  for (let batch = 0; batch < LAST_BATCHES; batch += 1) {
    await wait(DRAWN_AFTER_MS)
    await send(sluice, 1)
  }
  await wait(DRAWN_AFTER_MS)
}

async function send({ url, ownerPassword }: SluiceProcess, requests: number): Promise<void> {
  const pool = new Pool(url, { connections: AT_ONCE })
  const authorization = `Basic ${btoa(`admin:${ownerPassword}`)}`
  let left = requests
  const client = async () => {
    for (; left > 0; left -= 1) {
      const answer = await pool.request({ method: 'GET', path: '/orders/_size', headers: { authorization } })
      await answer.body.dump()
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, client))
  await pool.close()
}
