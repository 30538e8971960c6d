import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { eventually } from '@sluice/testkit'
import type { Browser, Page } from 'playwright-core'
import { describeInBrowser } from './describe-in-browser.ts'
import { openBrowser } from './open-browser.ts'
import { openPage } from './pages.ts'
import { OWNER } from './start-console.ts'
import { expectToFit, startWebhooks, type WebhooksRig } from './start-webhooks.ts'
import { beginVisit, type Visit } from './visit.ts'

const DESK = { width: 1280, height: 1000 }
const PHONE = { width: 390, height: 844 }
const OCCURRENCES = [
  'webhook.failing',
  'webhook.recovered',
  'webhook.held-back',
  'webhook.disabled',
  'key.expiring',
  'key.leaked',
  'mail-allowance.used-up',
  'store.budget-near',
]

type SavedHook = { condition: string; contact?: string[]; disableAfter?: object; transform?: { template: string } }

describeInBrowser('who hears of a webhook, in its editor,', () => {
  let rig: WebhooksRig
  let browser: Browser
  let owner: Visit
  let page: Page

  beforeAll(async () => {
    rig = await startWebhooks()
    await rig.owner.json('POST', '/plugins/webhooks/enable')
    browser = await openBrowser()
    owner = await beginVisit(browser, rig.sluice.url, { viewport: DESK })
    page = owner.page
    await owner.signIn(OWNER)
    await openPage(page, `${rig.sluice.url}/console/webhooks/new`, 'New Webhook')
  })
  afterAll(async () => {
    await browser.close()
    await rig.stop()
  })

  const textOf = (name: string) => page.getByRole('textbox', { name, exact: true })
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const option = (name: string) => page.getByRole('option').filter({ hasText: name })
  const saved = async (): Promise<SavedHook | undefined> =>
    (await rig.owner.json<SavedHook[]>('GET', '/webhooks')).at(0)
  const lookAtBoth = async (name: string, at: string) => {
    for (const size of [DESK, PHONE]) {
      await page.setViewportSize(size)
      await page.getByRole('heading', { name: at }).scrollIntoViewIfNeeded()
      await owner.look(name)
    }
    await page.setViewportSize(DESK)
  }

  it('completes what Sluice tells of itself, all that there is', async () => {
    await textOf('Name').fill('Tell the team')
    await textOf('Condition').click()
    await page.keyboard.type("sluice('")
    for (const name of OCCURRENCES) await option(name).waitFor()
    await owner.look('who-hears-completion')
    await page.keyboard.type('bud')
    await option('store.budget-near').click()
    await page.keyboard.press('End')
    await page.keyboard.type(" or sluice('webhook.fai")
    await option('webhook.failing').click()
    await eventually(async () =>
      expect(await textOf('Condition').innerText()).toContain(
        "sluice('store.budget-near') or sluice('webhook.failing')",
      ),
    )
    await page.getByText('It hears of').waitFor()
    await owner.look('who-hears-condition')
  })

  it('marks an occurrence that there is not, at its place', async () => {
    await textOf('Condition').click()
    await page.keyboard.press('Control+a')
    await page.keyboard.insertText("sluice('webhook.fails')")
    await page
      .getByText(/There is no occurrence "webhook.fails"/)
      .first()
      .waitFor()
    expect(await textOf('Condition').getAttribute('aria-invalid')).toBe('true')
    await page.keyboard.press('Control+a')
    await page.keyboard.insertText("sluice('webhook.*')")
    await eventually(async () => expect(await textOf('Condition').getAttribute('aria-invalid')).not.toBe('true'))
  })

  it.each(['a Slack message', 'a Microsoft Teams card'])('has a template for what it tells, as %s', async form => {
    await button('Ready templates').click()
    await page.getByRole('menuitem').first().filter({ hasText: 'What Sluice tells' }).waitFor()
    await page.getByRole('menuitem', { name: `What Sluice tells, as ${form}` }).click()
    await page.getByText('This is a sample of what Sluice tells by webhook.failing.').first().waitFor()
    await page.getByText('✓ Valid JSON').waitFor()
    await lookAtBoth(`who-hears-${form.includes('Slack') ? 'slack' : 'teams'}`, 'What it sends')
  })

  it('has one for a mail, too', async () => {
    await page.getByRole('radio', { name: 'Email' }).or(button('Email')).first().click()
    await button('Ready templates').click()
    await page.getByRole('menuitem', { name: 'What Sluice tells, as a mail' }).click()
    await eventually(async () => expect(await textOf('Subject').inputValue()).toContain('{{request.body.text}}'))
    await page.getByRole('radio', { name: 'HTTP' }).or(button('HTTP')).first().click()
    await textOf('URL').fill(`${rig.receiver.url}/target`)
  })

  // No field twice in a row: what was wrong is shown until the next try.
  it.each([
    ['Contacts', 'ann@example.com, bob@', '“bob@”:'],
    ['Failures in a row', '0', ''],
    ['Contacts', 'a@x.example b@x.example c@x.example d@x.example e@x.example f@x.example', ''],
    ['Days in a row', 'a few', ''],
    ['Headers begin with', 'Svix', ''],
    ['Days in a row', '31', ''],
    ['Its header', 'no header', ''],
    ['Its secret', 'short', ''],
  ])('says at its field what is wrong: %s %j', async (name, text, says) => {
    await fillWell()
    await textOf(name).fill(text)
    await button('Save Webhook').click()
    await eventually(async () => {
      expect(await textOf(name).getAttribute('aria-invalid')).toBe('true')
      const described = (await textOf(name).getAttribute('aria-describedby'))?.split(' ').at(-1)
      expect(await page.locator(`[id="${described}"]`).innerText()).toContain(says)
      expect(await page.locator('[aria-invalid=true]').count()).toBe(1)
    })
    expect(await saved()).toBeUndefined()
  })

  async function fillWell(): Promise<void> {
    const toggle = page.getByRole('switch', { name: 'Switch off by itself' })
    if ((await toggle.getAttribute('aria-checked')) !== 'true') await toggle.click()
    await page
      .getByLabel('A second signature, while its receiver moves')
      .selectOption({ label: 'HMAC-SHA256 of the body' })
    await textOf('Contacts').fill('ann@example.com')
    await textOf('Failures in a row').fill('100')
    await textOf('Days in a row').fill('5')
    await textOf('Headers begin with').fill('webhook')
    await textOf('Its header').fill('X-Own-Signature')
    await textOf('Its secret').fill('a secret that its receiver has')
  }

  it('shows the refusals beside each other, on a desk and on a phone', async () => {
    await fillWell()
    await textOf('Contacts').fill('ann@example.com, bob@')
    await textOf('Days in a row').fill('31')
    await textOf('Its secret').fill('short')
    await button('Save Webhook').click()
    await eventually(async () => expect(await page.locator('[aria-invalid=true]').count()).toBe(3))
    await lookAtBoth('who-hears-faults', 'Who hears of it')
    await expectToFit(page)
  })

  it('keeps what was typed, and tests it with what Sluice would tell', async () => {
    await fillWell()
    await button('Test Webhook').click()
    await page.getByText(/The target answered 200 in \d+ ms/).waitFor()
    expect(rig.receiver.deliveries.at(-1)?.body).toContain('webhook.failing')
    await button('Save Webhook').click()
    await page.getByRole('heading', { name: '“Tell the team” is saved' }).waitFor()
    await button('Copy').click()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByText('All is saved.').waitFor()
    expect(await saved()).toMatchObject({
      condition: "sluice('webhook.*')",
      contact: ['ann@example.com'],
      disableAfter: { failures: 100, days: 5 },
    })
    await lookAtBoth('who-hears-saved', 'Who hears of it')
  })

  it('shows nothing secret', async () => {
    await owner.leave([OWNER.password, 'a secret that its receiver has'])
  })
})
