import { afterAll, beforeAll, expect, it } from '@jest/globals'
import type { Browser, Page } from 'playwright-core'
import type { SluiceProcess } from '../standalone/sluice-process.ts'
import { describeInBrowser } from './describe-in-browser.ts'
import { openBrowser } from './open-browser.ts'
import { openPage } from './pages.ts'
import { HOLDER, OWNER, startConsole } from './start-console.ts'
import { beginVisit, type Visit } from './visit.ts'

describeInBrowser('the manual in the console', () => {
  let sluice: SluiceProcess
  let browser: Browser
  let owner: Visit
  let page: Page

  beforeAll(async () => {
    sluice = await startConsole()
    browser = await openBrowser()
    owner = await beginVisit(browser, sluice.url)
    page = owner.page
    await owner.signIn(OWNER)
  })
  afterAll(async () => {
    await browser.close()
    await sluice.interrupt()
  })

  const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
  const isInSight = (id: string) =>
    page.evaluate<boolean>(
      `(({ top }) => top >= 0 && top < innerHeight)(document.getElementById('${id}').getBoundingClientRect())`,
    )

  it('leads from its map to a page, and from there to a heading of another one', async () => {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Manual' }).click()
    await heading('Manual')
    await owner.look('manual-map')
    await page.getByRole('article').getByRole('link', { name: 'keys', exact: true }).click()
    await heading('API keys')
    await owner.look('manual-keys')
    await openPage(page, `${sluice.url}/console/manual?page=reference/webhooks&at=retries`, 'Webhooks')
    expect(await isInSight('retries')).toBe(true)
    await page.getByRole('navigation', { name: 'Way to this page' }).getByRole('link', { name: 'Manual' }).click()
    await heading('Manual')
  })

  it('finds words in all its pages, also those that are a little wrong, and says where nothing has them', async () => {
    await openPage(page, `${sluice.url}/console/manual`, 'Manual')
    await page.getByRole('searchbox', { name: 'Search the manual' }).fill('verify signatre')
    await heading('“verify signatre” in the manual')
    await owner.look('manual-found')
    const found = page.getByRole('list', { name: 'Sections of the manual' })
    await found.getByRole('link', { name: 'Verify signatures' }).first().click()
    await heading('Verify signatures')
    await openPage(page, `${sluice.url}/console/manual?q=xylophone`, '“xylophone” in the manual')
    await page.getByText('Nothing in the manual has these words').waitFor()
    await openPage(page, `${sluice.url}/console/manual?page=no/such`, 'Not found')
    await page.getByText('The manual has no such page').waitFor()
  })

  it('opens beside what is being typed, at what it says of that', async () => {
    await openPage(page, `${sluice.url}/console/permissions/new`, 'New permission')
    const opened = owner.context.waitForEvent('page')
    await page.getByRole('link', { name: /^Manual about API keys/ }).click()
    const tab = await opened
    await tab.getByRole('heading', { level: 1, name: 'Permissions' }).waitFor()
    expect(tab.url()).toContain('at=apikeys')
    await tab.close()
  })

  it.each([
    { width: 390, height: 844 },
    { width: 1920, height: 1080 },
  ])('has its pages in sight at $width px', async size => {
    await page.setViewportSize(size)
    await openPage(page, `${sluice.url}/console/manual?page=how-to/verify-signatures`, 'Verify signatures')
    await owner.look('manual-page')
    expect(await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')).toBe(0)
  })

  it('is for everybody who may sign in', async () => {
    const holder = await beginVisit(browser, sluice.url)
    await holder.signIn(HOLDER)
    await openPage(holder.page, `${sluice.url}/console/manual?page=errors`, 'Errors')
    await holder.leave([HOLDER.password])
  })

  it('fetches nothing from any other place', async () => {
    await owner.leave([OWNER.password])
  })
})
