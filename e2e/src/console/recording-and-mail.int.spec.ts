import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { eventually } from '@sluice/testkit'
import type { Browser, Page } from 'playwright-core'
import { describeInBrowser } from './describe-in-browser.ts'
import { openBrowser } from './open-browser.ts'
import { OWNER } from './start-console.ts'
import { expectToFit, startWebhooks, type WebhooksRig } from './start-webhooks.ts'
import { beginVisit, type Visit } from './visit.ts'

const PROBLEM = 'application/problem+json'
const OVERLOADED = JSON.stringify({
  type: '/docs/errors#overloaded',
  title: 'Too busy',
  status: 503,
  code: 'OVERLOADED',
  detail: 'Too much is asked at this moment.',
  requestId: 'x',
})

describeInBrowser('what stands around webhooks in the console', () => {
  let rig: WebhooksRig
  let browser: Browser
  let owner: Visit
  let page: Page

  beforeAll(async () => {
    rig = await startWebhooks()
    await rig.owner.json('POST', '/plugins/webhooks/enable')
    browser = await openBrowser()
    owner = await beginVisit(browser, rig.sluice.url, { viewport: { width: 1440, height: 1200 } })
    page = owner.page
    await owner.signIn(OWNER)
  })
  afterAll(async () => {
    await browser.close()
    await rig.stop()
  })

  const goTo = async (path: string, title: string | RegExp) => {
    await page.goto(`${rig.sluice.url}/console${path}`)
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    await page.getByRole('status', { name: /^Loading/ }).waitFor({ state: 'detached' })
  }
  const textOf = (name: string) => page.getByRole('textbox', { name, exact: true })
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const makeRoute = (origin: string) => rig.owner.text('POST', '/routes', { origin, destination: 'LIT' })

  it('is a recording, of which a webhook is made', async () => {
    await goTo('/recordings', 'Recording')
    await owner.look('recording-start')
    await button('Start Recording').click()
    await page.getByText('It goes on when you leave.').waitFor()
    await makeRoute('ORD')
    await page.getByRole('button', { name: 'POST /routes' }).click()
    await page.getByText('"origin": "ORD"').first().waitFor()
    await owner.look('recording')
    await page.setViewportSize({ width: 390, height: 844 })
    await expectToFit(page)
    await owner.look('recording')
    await page.setViewportSize({ width: 1440, height: 1200 })
    await page
      .getByRole('listitem')
      .filter({ hasText: "path('/routes') and method('POST')" })
      .getByRole('link', { name: 'Make webhook' })
      .click()
    await page.getByRole('heading', { level: 1, name: 'New Webhook' }).waitFor()
    await eventually(async () => expect(await textOf('Condition').innerText()).toContain("method('POST')"))
  })

  it('is a recording whose opened request stays where a look at it fails, and which is told in steps', async () => {
    const looks = /\/webhooks\/recordings\//
    await goTo('/recordings', 'Recording')
    await button('Start Recording').click()
    await page.getByText('It goes on when you leave.').waitFor()
    await makeRoute('JFK')
    // The oldest: a recording that runs already is joined, and newer requests come in above.
    await page.getByRole('button', { name: 'POST /routes' }).last().click()
    const body = page.getByText(/"origin": "/)
    await body.first().waitFor()
    const counted = page.getByText(/\d+ s are left/)
    const secondsLeft = async () => Number(/(\d+) s are left/.exec(await counted.innerText())?.[1])
    const begun = await secondsLeft()
    const told = new Set<string>()
    await eventually(async () => {
      told.add((await page.getByRole('main').getByRole('status').allInnerTexts()).join())
      expect(await secondsLeft()).toBeLessThan(begun - 5)
    })
    // A step of 10 seconds may have ended meanwhile.
    expect(told.size).toBeLessThanOrEqual(2)
    await page.route(looks, route => route.fulfill({ status: 503, contentType: PROBLEM, body: OVERLOADED }))
    await page.getByText('What is shown is of').waitFor()
    expect(await body.count()).toBeGreaterThan(0)
    await page.unroute(looks)
  })

  it('is the mail server, which is tried before it is saved', async () => {
    await goTo('/webhooks/mail', 'Mail server')
    await page.getByText('Recipients left today').waitFor()
    await owner.look('mail-server')
    await page.getByLabel('Host', { exact: true }).fill('127.0.0.1')
    await page.getByLabel('Port', { exact: true }).fill('1')
    await page.getByLabel('User', { exact: true }).fill('somebody')
    await page.getByLabel('Password', { exact: true }).fill('a value that is secret')
    await page.getByLabel('From', { exact: true }).fill('no address')
    await button('Try and save').click()
    await eventually(async () =>
      expect(await page.getByLabel('From', { exact: true }).getAttribute('aria-invalid')).toBe('true'),
    )
    await owner.look('mail-server-faults')
    await page.getByLabel('From', { exact: true }).fill('sluice@example.com')
    await button('Try and save').click()
    await eventually(async () =>
      expect(await page.getByLabel('Host', { exact: true }).getAttribute('aria-invalid')).toBe('true'),
    )
    await page.setViewportSize({ width: 390, height: 844 })
    await expectToFit(page)
    await owner.look('mail-server')
  })

  it('leaves nothing secret behind', async () => {
    await owner.leave([OWNER.password, 'a value that is secret'])
  })
})
