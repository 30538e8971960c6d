import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { eventually } from '@sluice/testkit'
import type { Browser, Page } from 'playwright-core'
import type { SluiceProcess } from '../standalone/sluice-process.ts'
import { describeInBrowser } from './describe-in-browser.ts'
import { openBrowser } from './open-browser.ts'
import { openPage } from './pages.ts'
import { HOLDER, OWNER, startConsole } from './start-console.ts'
import { expectToFit } from './start-webhooks.ts'
import { beginVisit, type Visit } from './visit.ts'

const FAR_FROM_UTC = 'Asia/Tashkent'
const MOST_TRIES = 12

describeInBrowser('the settings of the console', () => {
  let sluice: SluiceProcess
  let browser: Browser
  let owner: Visit
  let page: Page

  beforeAll(async () => {
    sluice = await startConsole()
    browser = await openBrowser()
    owner = await beginVisit(browser, sluice.url, { timezoneId: FAR_FROM_UTC })
    page = owner.page
    await owner.signIn(OWNER)
  })
  afterAll(async () => {
    await browser.close()
    await sluice.interrupt()
  })

  const goTo = (path: string, title: string, on = page) => openPage(on, `${sluice.url}/console${path}`, title)
  const firstTime = () => page.getByRole('table').locator('time').first().getAttribute('title')

  it('tell times in the zone of the browser, or in UTC, which a reload keeps', async () => {
    await goTo('/admin/audit', 'Audit')
    expect(await firstTime()).toContain('GMT+5')
    await goTo('/settings', 'Settings')
    await page.getByText(`As the browser has it: ${FAR_FROM_UTC}`).waitFor()
    await page.getByRole('radio', { name: 'UTC', exact: true }).check()
    // A field that lies half under the bar on top is smaller than a finger.
    await page.evaluate('scrollTo(0, 0)')
    await owner.look('settings')
    await expectToFit(page)
    await goTo('/admin/audit', 'Audit')
    expect(await firstTime()).toContain('UTC')
  })

  it('lead to the licences of what the console is made of', async () => {
    await goTo('/settings', 'Settings')
    const opened = page.waitForEvent('popup')
    await page.getByRole('link', { name: 'What this console is made of' }).click()
    const licences = await opened
    await licences.waitForLoadState()
    const text = await licences.locator('body').innerText()
    for (const name of ['react', '@codemirror/state', '@base-ui/react', 'uplot']) expect(text).toContain(name)
    await licences.close()
  })

  it('count down the seconds after too many wrong passwords', async () => {
    const visit = await beginVisit(browser, sluice.url)
    await visit.signIn(HOLDER)
    await goTo('/settings', 'Settings', visit.page)
    const change = visit.page.getByRole('button', { name: 'Change password' })
    const left = visit.page.getByText(/^Try again in \d+ s\.$/).last()
    for (let tried = 0; tried < MOST_TRIES && (await left.count()) === 0; tried += 1) {
      await visit.page.getByLabel('Password as it is now', { exact: true }).fill(`not this one ${tried}`)
      await visit.page.getByLabel('New password', { exact: true }).fill('a new one of the tests')
      await visit.page.getByLabel('The same once more', { exact: true }).fill('a new one of the tests')
      const answer = visit.page.waitForResponse(response => response.url().endsWith('/whoami/password'))
      await change.click()
      await answer
      await visit.page.getByText('Your password is as it was.').waitFor()
    }
    const first = await left.innerText()
    await eventually(async () => expect(await left.innerText()).not.toBe(first))
    await visit.look('too-many-tries')
    await visit.leave()
  })

  it('leave nothing secret behind', async () => {
    await owner.leave([OWNER.password])
  })
})
