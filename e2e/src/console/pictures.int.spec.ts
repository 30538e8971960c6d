import { existsSync, mkdirSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { eventually, temporaryDirectory } from '@sluice/testkit'
import { environment } from '@sluice/testkit/backends'
import type { Browser, Page } from 'playwright-core'
import { describeInBrowser } from './describe-in-browser.ts'
import { openBrowser } from './open-browser.ts'
import { openPage } from './pages.ts'
import { OWNER } from './start-console.ts'
import { addRoute, type DemoRig, startDemo } from './start-demo.ts'
import { makeWebhook } from './start-webhooks.ts'
import { beginVisit, type Visit } from './visit.ts'

/** Pictures of the manual. `SLUICE_MANUAL_PICTURES=docs/pictures` takes them anew. */
const FOLDER = 'docs/pictures'
const MOST_BYTES = 150_000

type SkippedEntries = { items: { _id: string }[] }

describeInBrowser('the pictures of the manual', () => {
  let rig: DemoRig
  let browser: Browser
  let owner: Visit
  let page: Page
  let folder: string

  beforeAll(async () => {
    folder = environment().SLUICE_MANUAL_PICTURES ?? (await temporaryDirectory())
    mkdirSync(folder, { recursive: true })
    rig = await startDemo()
    await makeWebhook(rig, {
      id: 'partner',
      name: 'Partner feed',
      condition: "path('/routes') and method('POST')",
      target: '/status/503',
    })
    for (const origin of ['SFO', 'DEN', 'JFK']) await addRoute(rig, origin)
    await rig.owner.text('GET', '/routes')
    browser = await openBrowser()
    owner = await beginVisit(browser, rig.sluice.url, { viewport: { width: 1280, height: 800 } })
    page = owner.page
    await owner.signIn(OWNER)
  })
  afterAll(async () => {
    await browser.close()
    await rig.stop()
  })

  const open = (path: string, title: string | RegExp) => openPage(page, `${rig.sluice.url}/console${path}`, title)
  const take = async (name: string) => {
    await page.screenshot({ path: join(folder, `${name}.png`) })
    expect((await stat(join(folder, `${name}.png`))).size).toBeLessThan(MOST_BYTES)
    expect(existsSync(join(FOLDER, `${name}.png`))).toBe(true)
  }

  it('are taken of the overview', async () => {
    await page.getByText(/^Partner feed has failed since/).waitFor()
    await page.getByRole('img', { name: /^Deliveries, each bar/ }).waitFor()
    await take('console-overview')
  })

  it('are taken of an entry that was skipped, with the part that was false', async () => {
    const skipped = await eventually(async () => {
      const { items } = await rig.owner.json<SkippedEntries>('GET', '/webhooks/partner/logs?status=skipped')
      return items[0]?._id ?? false
    })
    await open(`/webhooks/entry?id=partner&entry=${skipped}`, /./)
    await page.getByRole('list', { name: 'Parts of the condition' }).waitFor()
    await take('console-entry')
  })

  it('are taken of an answer of Explain', async () => {
    await open('/permissions/explain?user=amelia&method=POST&path=/routes', 'Explain')
    await page.getByRole('heading', { level: 2 }).nth(1).waitFor()
    await take('console-explain')
  })

  it('show nothing secret', async () => {
    await owner.leave([OWNER.password, rig.amelia.password])
  })
})
