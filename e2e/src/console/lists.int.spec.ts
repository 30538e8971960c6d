import { afterAll, beforeAll, expect, it } from '@jest/globals'
import type { Browser, Page } from 'playwright-core'
import { describeInBrowser } from './describe-in-browser.ts'
import { openBrowser } from './open-browser.ts'
import { OWNER } from './start-console.ts'
import { makeWebhook, startWebhooks, type WebhooksRig } from './start-webhooks.ts'
import { beginVisit, type Visit } from './visit.ts'

const WEBHOOKS = 26

describeInBrowser('a page beyond the end of a list in the console', () => {
  let rig: WebhooksRig
  let browser: Browser
  let owner: Visit
  let page: Page

  beforeAll(async () => {
    rig = await startWebhooks()
    await rig.owner.json('POST', '/plugins/webhooks/enable')
    for (let at = 1; at <= WEBHOOKS; at += 1) {
      await makeWebhook(rig, { id: `hook-${at}`, name: `Hook ${at}`, condition: "path('/nothing')", target: '/x' })
    }
    await rig.owner.json('POST', '/gql-apps', {
      _id: 'shop',
      descriptor: { name: 'Shop' },
      schema: 'type Query { routes: [Route] } type Route { origin: String }',
      mappings: { Query: { routes: { db: 'sluice', collection: 'routes' } } },
    })
    browser = await openBrowser()
    owner = await beginVisit(browser, rig.sluice.url)
    page = owner.page
    await owner.signIn(OWNER)
  })
  afterAll(async () => {
    await browser.close()
    await rig.stop()
  })

  const rows = (name: string) => page.getByRole('table', { name }).getByRole('row')
  const pageInAddress = () => new URL(page.url()).searchParams.get('page') ?? '1'

  it.each([
    ['/webhooks', 'Webhooks', '2'],
    ['/graphql', 'GraphQL apps', '1'],
    ['/permissions', 'Permissions', '1'],
    ['/users', 'Users', '1'],
  ])('of %s is left for the last page, and is no empty installation', async (path, name, last) => {
    await page.goto(`${rig.sluice.url}/console${path}?page=9`)
    await rows(name).nth(1).waitFor()
    expect(pageInAddress()).toBe(last)
  })

  it('is left when the only row of it is deleted', async () => {
    await page.goto(`${rig.sluice.url}/console/webhooks?page=2`)
    // The newest stand first.
    await page.getByRole('button', { name: 'More about Hook 1', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete webhook' }).click()
    await page.getByText('1–25 of 25').waitFor()
    expect(pageInAddress()).toBe('1')
    expect(await page.getByRole('heading', { name: 'No webhook yet' }).count()).toBe(0)
  })

  it('leaves nothing secret behind', async () => {
    await owner.leave([OWNER.password])
  })
})
