import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { eventually } from '@sluice/testkit'
import type { Browser, Page } from 'playwright-core'
import { describeInBrowser } from './describe-in-browser.ts'
import { openBrowser } from './open-browser.ts'
import { OWNER, STRANGER } from './start-console.ts'
import { expectToFit, makeWebhook, startWebhooks, type WebhooksRig } from './start-webhooks.ts'
import { beginVisit, type Visit } from './visit.ts'

const LONG_NAME = 'A name that somebody has chosen without thinking of lists'.padEnd(200, ', and on')
const FOCUSED = 'document.activeElement?.textContent'

type LogPage = { items: { _id: string; status: string }[] }

describeInBrowser('the webhooks in the console', () => {
  let rig: WebhooksRig
  let browser: Browser
  let owner: Visit

  beforeAll(async () => {
    rig = await startWebhooks()
    browser = await openBrowser()
    owner = await beginVisit(browser, rig.sluice.url, { viewport: { width: 1440, height: 900 } })
    await owner.signIn(OWNER)
  })
  afterAll(async () => {
    await browser.close()
    await rig.stop()
  })

  const goTo = async (path: string, title: string | RegExp) => {
    await owner.page.goto(`${rig.sluice.url}/console${path}`)
    await owner.page.getByRole('heading', { level: 1, name: title }).waitFor()
    await owner.page.getByRole('status', { name: /^Loading/ }).waitFor({ state: 'detached' })
  }
  const entries = (name: RegExp) =>
    owner.page.getByRole('table', { name: 'Entries of the log' }).getByRole('row', { name })
  const openFirst = (name: RegExp) => entries(name).first().getByRole('link').first().click()
  const dialog = (page: Page) => page.getByRole('alertdialog')
  const logged = (id: string, status: string, count: number) =>
    eventually(async () => {
      const { items } = await rig.owner.json<LogPage>('GET', `/webhooks/${id}/logs?status=${status}&limit=200`)
      expect(items).toHaveLength(count)
    })

  it('are one card with a button while they are off', async () => {
    await goTo('/webhooks', 'Webhooks')
    await owner.page.getByText('DISABLED').waitFor()
    await owner.page.getByRole('heading', { name: 'Webhooks are switched off' }).waitFor()
    await owner.look('webhooks-off')
    await owner.page.getByRole('button', { name: 'Enable Webhooks' }).click()
    await owner.page.getByText('ENABLED', { exact: true }).waitFor()
  })

  it('say what one is where there is none', async () => {
    await owner.page.getByRole('heading', { name: 'No webhook yet' }).waitFor()
    await owner.look('webhooks-none')
  })

  it('are listed with their condition, how they do, and the last delivery', async () => {
    await makeWebhook(rig, {
      id: 'quiet',
      name: LONG_NAME,
      condition: "path('/nobody-comes-here') and method('DELETE') and not response-code('404') and equals('a', 'b')",
      target: '/quiet',
    })
    await makeWebhook(rig, {
      id: 'broken',
      name: 'Partner <feed>',
      condition: "path('/routes') and method('POST') and response-code('201')",
      target: '/status/500',
    })
    await makeWebhook(rig, {
      id: 'well',
      name: 'New route',
      condition: "path('/routes') and method('POST') and response-code('201')",
      target: '/well',
    })
    await makeWebhook(rig, {
      id: 'off',
      name: 'Switched off',
      condition: "path('/routes')",
      target: '/off',
      more: { enabled: false },
    })
    for (const origin of ['SFO', 'LIT', 'JFK']) await rig.owner.text('POST', '/routes', { origin, flights: 1 })
    await logged('well', 'success', 3)
    await logged('broken', 'failed', 3)
    await eventually(async () => {
      const [failing] = await rig.owner.json<object[]>('GET', '/webhooks?include=health&state=failing')
      expect(failing).toMatchObject({ health: { day: { failed: 3 } } })
    })
    await goTo('/webhooks', 'Webhooks')
    await owner.page.getByRole('row', { name: /Partner <feed>.*HTTP Failing 3 of 3 since/ }).waitFor()
    await owner.page.getByRole('row', { name: /New route.*HTTP Healthy 3 delivered in 24 h/ }).waitFor()
    await owner.page.getByRole('row', { name: /Switched off.*Disabled/ }).waitFor()
    await owner.page.getByRole('img', { name: 'New route: 3 delivered and 0 failed in 24 hours' }).waitFor()
    await owner.look('webhooks-list')
  })

  it.each([1024, 390])('fit a window that is %i px wide, with long names', async width => {
    await owner.page.setViewportSize({ width, height: 844 })
    await expectToFit(owner.page)
    await owner.look('webhooks-list')
    await owner.page.setViewportSize({ width: 1440, height: 900 })
  })

  it('are found by a text, a type and a state, which stand in the address', async () => {
    const { page } = owner
    await page.getByLabel('Search webhooks').fill('partner')
    await page.getByRole('row', { name: /New route/ }).waitFor({ state: 'detached' })
    expect(page.url()).toContain('q=partner')
    await page.getByLabel('Type').selectOption('email')
    await page.getByRole('heading', { name: 'No webhook matches' }).waitFor()
    await page.getByLabel('Type').selectOption('http')
    await page.getByLabel('State').selectOption('healthy')
    await page.getByRole('heading', { name: 'No webhook matches' }).waitFor()
    await owner.look('webhooks-no-match')
    await page.getByRole('button', { name: 'Show all webhooks' }).click()
    await page.getByRole('row', { name: /New route/ }).waitFor()
    expect(page.url()).not.toContain('partner')
  })

  it('are switched on at once, which can be taken back', async () => {
    const { page } = owner
    const isEnabled = async () => (await rig.owner.json<{ enabled: boolean }>('GET', '/webhooks/off')).enabled
    await page.getByRole('switch', { name: 'Switched off enabled' }).click()
    await page.getByText('“Switched off” is enabled.').waitFor()
    expect(await isEnabled()).toBe(true)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('“Switched off” is disabled.').waitFor()
    expect(await isEnabled()).toBe(false)
  })

  it('are walked through and opened by keys', async () => {
    const { page } = owner
    await page.getByRole('heading', { level: 1 }).focus()
    await page.keyboard.press('j')
    expect(await page.evaluate(FOCUSED)).toBe('Switched off')
    await page.keyboard.press('j')
    await page.keyboard.press('t')
    await dialog(page).getByRole('heading', { name: 'Test “New route”' }).waitFor()
  })

  it('are tested with a sample, and the answer is shown', async () => {
    const { page } = owner
    await dialog(page).getByRole('button', { name: 'Send a test' }).click()
    await dialog(page)
      .getByText(/The target answered 200 in \d+ ms/)
      .waitFor()
    await dialog(page).getByText('answer of /well').waitFor()
    await owner.look('webhooks-test')
    await dialog(page).getByRole('button', { name: 'Request' }).click()
    await dialog(page).getByText(`POST ${rig.receiver.url}/well`).waitFor()
    await dialog(page).getByRole('button', { name: 'Close' }).click()
  })

  it('say in the log of one why nothing was delivered', async () => {
    await goTo('/webhooks', 'Webhooks')
    await owner.page.getByRole('link', { name: `Logs of ${LONG_NAME}` }).click()
    await owner.page.getByRole('heading', { name: 'Nothing has matched yet' }).waitFor()
    await owner.look('log-nothing-matched')
    await owner.page.getByRole('button', { name: 'Show skipped' }).click()
    await entries(/skipped/)
      .first()
      .waitFor()
    await owner.page.getByLabel('Path, or below it').fill('/routes')
    await eventually(async () => expect(await entries(/the path was .whoami/).count()).toBe(0))
    await owner.look('log-skipped')
  })

  it('show of a skipped entry which part of the condition was false', async () => {
    await openFirst(/skipped/)
    await owner.page.getByRole('heading', { level: 1, name: /^\w+ .routes$/ }).waitFor()
    await owner.page.getByRole('list', { name: 'Parts of the condition' }).waitFor()
    await owner.page.getByRole('listitem').filter({ hasText: 'Condition, stopped here' }).waitFor()
    await owner.page.getByText(/so nothing was sent and there is nothing to deliver again/).waitFor()
    await owner.look('entry-skipped')
  })

  it('show of a failed entry what was sent and what came back', async () => {
    await goTo('/webhooks/one?id=broken&tab=logs', 'Partner <feed>')
    await entries(/failed/)
      .nth(2)
      .waitFor()
    await owner.look('log-failed')
    await openFirst(/failed/)
    await owner.page.getByText('answer of /status/500').waitFor()
    await owner.look('entry-failed')
    await owner.page.getByRole('heading', { name: 'Outgoing Request' }).click()
    await owner.page.getByRole('button', { name: 'Copy as curl' }).waitFor()
    await owner.page.getByRole('heading', { name: 'Incoming Request' }).click()
    await owner.page.getByText('"origin": "JFK"').first().waitFor()
    await owner.look('entry-open')
    await owner.page.keyboard.press(']')
    await eventually(async () => expect(await owner.page.content()).toContain('LIT'))
  })

  it.each([1024, 390])('show an entry in a window that is %i px wide', async width => {
    await owner.page.setViewportSize({ width, height: 844 })
    await expectToFit(owner.page)
    await owner.look('entry-failed')
    await goTo('/webhooks/one?id=broken&tab=logs', 'Partner <feed>')
    await entries(/failed/)
      .nth(2)
      .waitFor()
    await expectToFit(owner.page)
    await owner.look('log-failed')
    await openFirst(/failed/)
    await owner.page.getByText('answer of /status/500').waitFor()
    await owner.page.setViewportSize({ width: 1440, height: 900 })
  })

  it('are saved as a table for other programs', async () => {
    const { page } = owner
    await goTo('/webhooks/one?id=broken&tab=logs', 'Partner <feed>')
    await page.getByRole('button', { name: 'Save what is listed' }).click()
    const saving = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: 'As CSV' }).click()
    const saved = await saving
    expect(saved.suggestedFilename()).toMatch(/^deliveries-.*\.csv$/)
    expect(await readFile(await saved.path(), 'utf8')).toMatch(/^time,status,durationMs.*\r\n.*,failed,/)
    await openFirst(/failed/)
    await page.getByText('answer of /status/500').waitFor()
  })

  it('deliver one entry again after a question', async () => {
    const { page } = owner
    const sent = rig.receiver.deliveries.length
    await page.keyboard.press('r')
    await eventually(async () => expect(await page.evaluate(FOCUSED)).toBe('Cancel'))
    await owner.look('entry-redeliver')
    await dialog(page).getByRole('button', { name: 'Redeliver' }).click()
    await page.getByText('Redelivery of').waitFor()
    await eventually(() => expect(rig.receiver.deliveries.length).toBe(sent + 1))
  })

  it('deliver again what matches, after a count', async () => {
    const { page } = owner
    await goTo('/webhooks/one?id=broken&tab=logs&status=failed', 'Partner <feed>')
    await rig.owner.json('PATCH', '/webhooks/broken', { url: `${rig.receiver.url}/mended` })
    await page.getByRole('button', { name: 'Redeliver matching' }).click()
    await dialog(page)
      .getByText(/^\d entries match/)
      .waitFor()
    await owner.look('log-redeliver')
    await dialog(page)
      .getByRole('button', { name: /^Redeliver \d$/ })
      .click()
    await page.getByRole('heading', { name: /delivered again$/ }).waitFor()
    await dialog(page).getByRole('button', { name: 'Close' }).click()
    await eventually(() => expect(rig.receiver.deliveries.filter(({ path }) => path === '/mended').length).toBe(3))
  })

  it('stand together in the log of all, with their names', async () => {
    const { page } = owner
    await page.keyboard.press('g')
    await page.keyboard.press('d')
    await page.getByRole('heading', { level: 1, name: 'Deliveries' }).waitFor()
    await entries(/success.*New route/)
      .first()
      .waitFor()
    await owner.look('deliveries')
    await page.getByRole('button', { name: /^failed/ }).click()
    await entries(/success/)
      .first()
      .waitFor({ state: 'detached' })
    await page.getByLabel('Search the summary').fill('no such text')
    await page.getByRole('heading', { name: 'No delivery matches' }).waitFor()
    await page.getByRole('button', { name: 'Show all deliveries' }).click()
    await entries(/success.*New route/)
      .first()
      .waitFor()
    await page.setViewportSize({ width: 390, height: 844 })
    await expectToFit(page)
    await owner.look('deliveries')
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  it('have a log that is cleared only by who types the name', async () => {
    const { page } = owner
    await goTo('/webhooks/one?id=well&tab=logs', 'New route')
    await page.getByRole('button', { name: 'Clear Logs' }).click()
    expect(await dialog(page).getByRole('button', { name: 'Clear Logs' }).isDisabled()).toBe(true)
    await dialog(page).getByLabel('Type New route to go on').fill('New route')
    await owner.look('log-clear')
    await dialog(page).getByRole('button', { name: 'Clear Logs' }).click()
    await page.getByText('The log of “New route” is cleared.').waitFor()
    await logged('well', 'success', 0)
  })

  it('are deleted by who types the name of one that is in use', async () => {
    const { page } = owner
    await goTo('/webhooks', 'Webhooks')
    await page.getByRole('button', { name: 'More about New route' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await dialog(page).getByLabel('Type New route to go on').fill('New route')
    await owner.look('webhooks-delete')
    await dialog(page).getByRole('button', { name: 'Delete webhook' }).click()
    await page.getByText('“New route” is deleted.').waitFor()
    await page.getByRole('row', { name: /New route/ }).waitFor({ state: 'detached' })
    expect(await rig.owner.status('GET', '/webhooks/well')).toBe(404)
  })

  it('that are gone say so', async () => {
    await goTo('/webhooks/one?id=well', 'Webhook')
    await owner.page.getByText('There is no webhook with this id.').waitFor()
    await owner.look('webhook-gone')
  })

  it('leave nothing secret behind', async () => {
    await owner.leave([OWNER.password])
  })

  it('say why somebody may not see them', async () => {
    const otto = await beginVisit(browser, rig.sluice.url)
    await otto.signIn(STRANGER)
    await otto.page.goto(`${rig.sluice.url}/console/webhooks`)
    await otto.page.getByRole('heading', { name: 'You may not see the webhooks' }).waitFor()
    await otto.look('webhooks-forbidden')
    await otto.leave()
  })
})
