import { join } from 'node:path'
import { ownerClient, type SluiceProcess } from '@sluice/e2e'
import { openSqliteStore } from '@sluice/store/sqlite'
import type { Browser } from 'playwright-core'
import type { Figure } from '../figure.ts'
import { backdateWebhooks } from '../webhooks/backdate-webhooks.ts'
import { fillLog } from '../webhooks/fill-log.ts'
import { openBarePage } from './bare-page.ts'
import { loadedSinceClick, SCROLL_THROUGH } from './in-page.ts'
import { openSignedIn } from './open-visit.ts'

const ENTRIES = 100_000
const HOURS = 20
const WEBHOOK = 'feed'

/** Makes the webhook whose log is filled while Sluice does not run. */
export const makeLoggedWebhook = (sluice: SluiceProcess): Promise<unknown> =>
  ownerClient(sluice).json('PUT', `/webhooks/${WEBHOOK}`, {
    name: 'Feed',
    condition: "path-prefix('/orders')",
    url: 'https://hooks.example.com/orders',
    enabled: false,
  })

/** @param folder the data directory of a Sluice that does not run */
export async function fillDeliveryLog(folder: string): Promise<void> {
  const store = await openSqliteStore({ path: join(folder, 'store.sqlite') })
  await backdateWebhooks(store, new Date(Date.now() - 2 * HOURS * 3_600_000))
  const fill = { webhookId: WEBHOOK, sequence: 3, events: ENTRIES, matchEvery: 1, failEvery: 50, hours: HOURS }
  await fillLog(store, fill)
  await store.close()
}

/** A log of 100,000 deliveries: opened, listed as far as it goes, and scrolled through. */
export async function measureLog(browser: Browser, sluice: SluiceProcess): Promise<Figure[]> {
  const { context, page } = await openSignedIn(browser, sluice)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Deliveries' }).click()
  const openedMs = await loadedSinceClick(page, 'Deliveries')
  const more = page.getByRole('button', { name: 'Older entries' })
  const rows = page.locator('tbody tr[data-row]')
  await rows.first().waitFor()
  while (await more.isVisible()) {
    const count = await rows.count()
    await more.click()
    await rows.nth(count).waitFor()
  }
  const worst = await page.evaluate<number>(SCROLL_THROUGH)
  const held = await rows.count()
  const heightPx = (await rows.first().boundingBox())?.height ?? 0
  await context.close()
  const name = `log of ${ENTRIES.toLocaleString('en')} deliveries`
  return [
    { name: `${name}: opened`, value: openedMs, unit: 'ms', bar: '≤ 1000' },
    { name: `${name}: rows held at most`, value: held, unit: '', bar: '≤ 5000' },
    { name: `${name}: scrolled through and back, worst frame`, value: worst, unit: 'ms', bar: '≤ 50' },
    {
      name: 'the same of a page with as many lines of text, and no script',
      value: await frameOfBarePage(browser, { lines: held, heightPx }),
      unit: 'ms',
      bar: '',
    },
  ]
}

async function frameOfBarePage(
  browser: Browser,
  { lines, heightPx }: { lines: number; heightPx: number },
): Promise<number> {
  const line = `<p style="margin:0;height:${heightPx}px">A delivery of which nothing more is known</p>`
  const { context, page } = await openBarePage(browser, line.repeat(lines))
  const worst = await page.evaluate<number>(SCROLL_THROUGH)
  await context.close()
  return worst
}
