import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { eventually } from '@sluice/testkit'
import type { Browser, Page } from 'playwright-core'
import { userClient } from '../http-client.ts'
import type { SluiceProcess } from '../standalone/sluice-process.ts'
import { describeInBrowser } from './describe-in-browser.ts'
import { openBrowser } from './open-browser.ts'
import { HOLDER, startConsole } from './start-console.ts'
import { beginVisit, type Visit } from './visit.ts'

/** Evaluated in the page. */
const FOCUSED = 'document.activeElement?.textContent'
const RELOAD = 'setTimeout(() => location.reload())'

describeInBrowser('the own keys in the console', () => {
  let sluice: SluiceProcess
  let browser: Browser
  let nora: Visit

  beforeAll(async () => {
    sluice = await startConsole()
    browser = await openBrowser()
    nora = await beginVisit(browser, sluice.url)
    await nora.signIn(HOLDER)
  })
  afterAll(async () => {
    await browser.close()
    await sluice.interrupt()
  })

  const statusOf = async (key: string) =>
    (await fetch(`${sluice.url}/whoami`, { headers: { authorization: `Bearer ${key}` } })).status
  const dialog = (page: Page) => page.getByRole('alertdialog')

  it('say in a sentence what may be issued', async () => {
    await nora.page.getByText('You may issue keys with reader, writer, up to 30 days. 5 of 5 are left.').waitFor()
    await nora.page.getByText('By permission crew-issues-keys.').waitFor()
    await nora.page.getByRole('heading', { name: 'You have no keys' }).waitFor()
    await nora.look('keys-none')
  })

  it('are issued with two roles for 7 days, copied, and tried, within seven clicks', async () => {
    const { page } = nora
    let clicks = 0
    const click = async (name: string, role: 'button' | 'checkbox' = 'button') => {
      clicks += 1
      await page.getByRole(role, { name, exact: true }).last().click()
    }
    await click('Issue key')
    await page.keyboard.type('my script')
    await click('reader', 'checkbox')
    await click('writer', 'checkbox')
    await click('7 days')
    const fold = page.locator('details').filter({ hasText: 'As JSON and curl' })
    await fold.locator('summary').click()
    await fold
      .getByText(/"name": "my script"/)
      .first()
      .waitFor()
    await nora.look('keys-issue')
    await click('Issue key')
    await page.getByRole('heading', { name: 'Key “my script” is issued' }).waitFor()
    await nora.look('keys-secret')
    const secret = await page.getByRole('textbox', { name: 'Secret' }).inputValue()
    await click('Copy')
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    await click('Copy the lines')
    expect(clicks).toBeLessThanOrEqual(7)
    expect(await statusOf(secret)).toBe(200)
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('row', { name: /my script/ }).waitFor()
  })

  it('show a secret that no accident closes, and no second time', async () => {
    const { page } = nora
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('link', { name: 'My keys' }).click()
    await page.getByRole('button', { name: 'Issue key' }).click()
    await page.getByLabel('Name').fill('other')
    await dialog(page).getByRole('button', { name: 'Issue key' }).click()
    await page.getByRole('heading', { name: 'Key “other” is issued' }).waitFor()
    const secret = await page.getByRole('textbox', { name: 'Secret' }).inputValue()
    expect(await page.evaluate(FOCUSED)).toBe('Copy')
    await page.keyboard.press('Escape')
    await page.mouse.click(5, 400)
    await page.evaluate('history.back()')
    for (const leave of [() => page.close({ runBeforeUnload: true }), () => page.evaluate(RELOAD)]) {
      const asked = page.waitForEvent('dialog')
      await leave()
      await (await asked).dismiss()
    }
    await page.getByRole('heading', { name: 'Key “other” is issued' }).waitFor()
    await dialog(page).getByRole('button', { name: 'Done' }).click()
    await page.getByText('It was not copied. Press Done again').waitFor()
    await dialog(page).getByRole('button', { name: 'Done' }).click()
    await dialog(page).waitFor({ state: 'detached' })
    expect(await page.content()).not.toContain(secret)
    await page.reload()
    await page.getByRole('row', { name: /^other/ }).waitFor()
    expect(await page.content()).not.toContain(secret)
  })

  it('are listed with what one needs to know', async () => {
    await nora.page.getByRole('row', { name: /my script slk_….{4} reader writer/ }).waitFor()
    await nora.look('keys-list')
  })

  it('get a new secret, while the old one works on', async () => {
    const { page } = nora
    await page.getByRole('button', { name: 'Rotate my script' }).click()
    await nora.look('keys-rotate')
    await dialog(page).getByLabel('1 hour').check()
    await dialog(page).getByRole('button', { name: 'Rotate key' }).click()
    await page.getByRole('heading', { name: 'Key “my script” has a new secret' }).waitFor()
    const secret = await page.getByRole('textbox', { name: 'Secret' }).inputValue()
    await page.getByRole('button', { name: 'Copy', exact: true }).click()
    await page.getByRole('button', { name: 'Done' }).click()
    expect(await statusOf(secret)).toBe(200)
    await page.getByText(/old secret until/).waitFor()
  })

  it('are revoked after a question that names what follows', async () => {
    const { page } = nora
    await page.getByRole('button', { name: 'Revoke other' }).click()
    await eventually(async () => expect(await page.evaluate(FOCUSED)).toBe('Cancel'))
    await page.getByText('It was never used.').waitFor()
    await nora.look('keys-revoke')
    await dialog(page).getByRole('button', { name: 'Revoke key' }).click()
    await page.getByRole('row', { name: /^other/ }).waitFor({ state: 'detached' })
    await page.getByText('“other” is revoked.').waitFor()
  })

  it.each([
    ['', '7', 'name'],
    ['a\u202eb', '7', 'name'],
    ['fine', '0', 'expiresIn'],
    ['fine', '1.5', 'expiresIn'],
    ['fine', 'x', 'expiresIn'],
    ['fine', '31', 'expiresIn'],
  ])('say at its field what is wrong with a key %j for %j days', async (name, days, field) => {
    const { page } = nora
    await page.getByRole('button', { name: 'Issue key' }).click()
    await page.getByLabel('Name').fill(name)
    await page.getByLabel('Works for, in days').fill(days)
    await dialog(page).getByRole('button', { name: 'Issue key' }).click()
    const input = page.getByLabel(field === 'name' ? 'Name' : 'Works for, in days')
    await eventually(async () => expect(await input.getAttribute('aria-invalid')).toBe('true'))
    if (name === '') await nora.look('keys-issue-faults')
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  })

  it('are rotated where one has all that one may have, as that makes none', async () => {
    const { page } = nora
    const client = userClient(sluice.url, { name: HOLDER.user, password: HOLDER.password })
    for (const name of ['second', 'third', 'fourth', 'fifth']) {
      await client.json('POST', '/keys', { name, roles: ['reader'] })
    }
    await page.reload()
    await page.getByText('You have 5 keys that work, which is the limit.').waitFor()
    await page.getByRole('button', { name: 'Rotate third' }).click()
    await dialog(page).getByRole('button', { name: 'Rotate key' }).click()
    await page.getByRole('heading', { name: 'Key “third” has a new secret' }).waitFor()
    await page.getByRole('button', { name: 'Copy', exact: true }).click()
    await page.getByRole('button', { name: 'Done' }).click()
  })

  it('leave nothing secret behind', async () => {
    await nora.leave([HOLDER.password])
  })
})
