import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { eventually } from '@sluice/testkit'
import type { Browser, Page } from 'playwright-core'
import {
  OWNER_PASSWORD,
  SELF_DISABLED,
  type SelfDisabledRig,
  startSelfDisabled,
} from '../standalone/start-self-disabled.ts'
import { describeInBrowser } from './describe-in-browser.ts'
import { openBrowser } from './open-browser.ts'
import { openPage } from './pages.ts'
import { expectToFit } from './start-webhooks.ts'
import { beginVisit, type Visit } from './visit.ts'

const NAME = 'Parcels to the depot'
const DESK = { width: 1280, height: 1000 }
const PHONE = { width: 390, height: 844 }
/** More than one request of the API delivers. */
const MANY = 1_020

type SwitchedHook = { enabled: boolean; autoDisabled?: object }
type MissedPage = { items: { _id: string; reason?: string }[] }

describeInBrowser('a webhook that has switched itself off', () => {
  let rig: SelfDisabledRig
  let browser: Browser
  let owner: Visit
  let page: Page

  beforeAll(async () => {
    rig = await startSelfDisabled()
    await rig.miss(3)
    browser = await openBrowser()
    owner = await beginVisit(browser, rig.sluice.url, { viewport: DESK })
    page = owner.page
    await owner.signIn({ user: 'admin', password: OWNER_PASSWORD })
  })
  afterAll(async () => {
    await browser.close()
    await rig.stop()
  })

  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
  const dialog = () => page.getByRole('alertdialog')
  const confirm = (verb: string) => dialog().getByRole('button', { name: verb, exact: true })
  const open = (path: string, title: string | RegExp) => openPage(page, `${rig.sluice.url}/console${path}`, title)
  const missed = async () => {
    const { items } = await rig.owner.json<MissedPage>(
      'GET',
      `/webhooks/${SELF_DISABLED}/logs?status=skipped&limit=200`,
    )
    return items.filter(({ reason }) => reason === 'disabled')
  }
  const arrived = () => rig.receiver.deliveries.filter(({ path }) => path === '/target').length
  const lookAtBoth = async (name: string) => {
    await owner.look(name)
    await page.setViewportSize(PHONE)
    await owner.look(name)
    await page.setViewportSize(DESK)
  }

  it('is told from others in the list, with its contacts and how it is signed', async () => {
    await eventually(async () => (await missed()).length === 3)
    await open('/webhooks', 'Webhooks')
    const row = page.getByRole('row', { name: NAME })
    await row.getByText(/^by itself since \d\d:\d\d$/).waitFor()
    await row.getByText('2 contacts · off after 100 failures in 5 days · signed by svix-signature').waitFor()
    await lookAtBoth('switched-off-list')
    await row.getByRole('link', { name: 'Disabled' }).click()
    await page.waitForURL(/status=skipped/)
  })

  it('is one to look at in the overview', async () => {
    await open('/', 'Overview')
    const card = page.locator('section', { has: page.getByRole('heading', { name: 'Webhooks to look at' }) })
    await card.getByText(/^by itself since/).waitFor()
    await owner.look('switched-off-overview')
  })

  it('says so on its page, since when and why, and leads to what it missed', async () => {
    await open(`/webhooks/one?id=${SELF_DISABLED}`, NAME)
    const told = /^It switched itself off .* ago: 2 failures in 2 d, and no success\./
    await page.locator('div', { hasText: told }).last().waitFor()
    await lookAtBoth('switched-off-page')
    await expectToFit(page)
    await page.getByRole('link', { name: 'What it missed' }).click()
    await page.waitForURL(/status=skipped/)
    const rows = page.getByRole('row', { name: /disabled: the condition holds/ })
    await eventually(async () => expect(await rows.count()).toBe(3))
    await lookAtBoth('switched-off-log')
  })

  it('delivers nothing of it while it is off, and says what to do', async () => {
    await button('Redeliver matching').click()
    await dialog().getByText('3 entries match, of what came while it was switched off.').waitFor()
    await owner.look('switched-off-redeliver')
    await confirm('Redeliver 3').click()
    await dialog()
      .getByText(/The webhook is disabled/)
      .waitFor()
    await owner.look('switched-off-refused')
    await confirm('Cancel').click()
    expect(arrived()).toBe(0)
  })

  it('is switched on again by one click', async () => {
    await button('Switch on').click()
    await page.getByText(`“${NAME}” is enabled.`).waitFor()
    await page.getByText('It switched itself off').waitFor({ state: 'detached' })
    const hook = await rig.owner.json<SwitchedHook>('GET', `/webhooks/${SELF_DISABLED}`)
    expect([hook.enabled, hook.autoDisabled]).toEqual([true, undefined])
  })

  it('delivers one that it missed, and then the others, told how many', async () => {
    await page.getByRole('button', { name: 'Redeliver', exact: true }).first().click()
    await eventually(() => arrived() === 1)
    await button('Redeliver matching').click()
    await dialog().getByText('2 entries match').waitFor()
    await confirm('Redeliver 2').click()
    await page.getByRole('heading', { name: '2 delivered again' }).waitFor()
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await eventually(() => expect(arrived()).toBe(3))
  })

  it('delivers one of them from its own page', async () => {
    const [entry] = await missed()
    await open(`/webhooks/entry?id=${SELF_DISABLED}&entry=${entry?._id}`, /./)
    await button('Redeliver').click()
    await dialog().getByText('It came while the webhook was switched off.').waitFor()
    await confirm('Redeliver').click()
    await eventually(() => expect(arrived()).toBe(4))
  })

  it('delivers more than one request of the API can, by the number that is typed', async () => {
    await rig.owner.json('PATCH', `/webhooks/${SELF_DISABLED}`, { enabled: false })
    await rig.owner.json('POST', '/webhooks', {
      name: 'Keeps events',
      condition: "path('/parcels') and method('GET') and response-code('5xx')",
      url: `${rig.receiver.url}/other`,
    })
    await rig.miss(MANY)
    await rig.owner.json('PATCH', `/webhooks/${SELF_DISABLED}`, { enabled: true })
    await open(`/webhooks/one?id=${SELF_DISABLED}&tab=logs&status=skipped`, NAME)
    await button('Redeliver matching').click()
    await dialog().getByText('1,020 entries match').waitFor()
    await dialog().getByRole('textbox').fill(String(MANY))
    await owner.look('switched-off-many')
    await confirm('Redeliver 1,020').click()
    await page.getByRole('heading', { name: '1,020 delivered again' }).waitFor({ timeout: 60_000 })
    await eventually(() => arrived() === MANY + 4, { timeoutMs: 60_000 })
  }, 180_000)

  it('shows nothing secret', async () => {
    await owner.leave([OWNER_PASSWORD])
  })
})
