import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { eventually } from '@sluice/testkit'
import type { Browser, Page } from 'playwright-core'
import { type HttpClient, ownerClient } from '../http-client.ts'
import type { SluiceProcess } from '../standalone/sluice-process.ts'
import { describeInBrowser } from './describe-in-browser.ts'
import { issueKey } from './issue-key.ts'
import { openBrowser } from './open-browser.ts'
import { HOLDER, OWNER, STRANGER, startConsole } from './start-console.ts'
import { expectToFit } from './start-webhooks.ts'
import { beginVisit, type Visit } from './visit.ts'

const PHONE = { width: 390, height: 844 }
const DAY_MS = 86_400_000
/** More than a page of lines. */
const WRITES = 130
/** More refusals than are kept of an hour. */
const REFUSALS = 65

describeInBrowser('the audit in the console', () => {
  let sluice: SluiceProcess
  let browser: Browser
  let client: HttpClient
  let owner: Visit
  let page: Page
  const secrets: string[] = [OWNER.password]

  beforeAll(async () => {
    sluice = await startConsole()
    client = ownerClient({ url: sluice.url, ownerPassword: OWNER.password })
    secrets.push(await issueKey(sluice.url, HOLDER, { name: 'nightly', roles: ['reader'] }))
    browser = await openBrowser()
    owner = await beginVisit(browser, sluice.url)
    page = owner.page
    await owner.signIn(OWNER)
  })
  afterAll(async () => {
    await browser.close()
    await sluice.interrupt()
  })

  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const link = (name: string) => page.getByRole('link', { name, exact: true })
  const row = (name: RegExp) => page.getByRole('row', { name }).first()
  const lines = () => page.locator('[data-row]')
  const goTo = async (query: string) => {
    await page.goto(`${sluice.url}/console/admin/audit${query}`)
    await page.getByRole('heading', { level: 1, name: 'Audit' }).waitFor()
    await page.getByRole('status', { name: /^Loading/ }).waitFor({ state: 'detached' })
  }

  it('says who did what, when, and which fields were changed by it', async () => {
    await client.json('POST', '/acl', { _id: 'of-otto', roles: ['nobody'], predicate: "path('/x')" })
    await client.json('PATCH', '/acl/of-otto', { predicate: "path('/y')", description: 'why' })
    await link('Audit').click()
    await row(/Permission saved.*of-otto.*admin.*predicate, description/).waitFor()
    await row(/Key issued.*slk_….*of nora.*nora/).waitFor()
    await row(/Plugin enabled.*api-keys/).waitFor()
    await row(/User saved.*nora.*admin/).waitFor()
    await owner.look('audit')
    await page.setViewportSize(PHONE)
    await row(/Permission saved.*of-otto by admin/).waitFor()
    await owner.look('audit-phone')
    await page.setViewportSize({ width: 1280, height: 800 })
    await expectToFit(page)
  })

  it('leads to what a line is about, and from what is gone to the other lines about it', async () => {
    await link('of-otto').first().click()
    await page.getByRole('heading', { level: 1, name: 'of-otto' }).waitFor()
    await client.json('DELETE', '/acl/of-otto')
    await goTo('')
    await row(/Permission deleted/)
      .getByRole('link', { name: 'of-otto' })
      .click()
    await eventually(async () => expect(await lines().count()).toBe(3))
    expect(page.url()).toContain('id=of-otto')
    await goTo('?action=key.')
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Key “nightly”' }).waitFor()
    await link('Audit of this key').click()
    await row(/Key issued/).waitFor()
    expect(await lines().count()).toBe(1)
  })

  it('is narrowed by action, user and time, all of which stand in the address', async () => {
    await goTo('')
    await page.getByLabel('Action').selectOption('plugin.')
    await row(/Plugin installed/).waitFor()
    await page
      .getByRole('row', { name: /User saved/ })
      .first()
      .waitFor({ state: 'detached' })
    await page.getByLabel('Action').selectOption('')
    await page.getByLabel('User').fill('nora')
    await row(/Key issued/).waitFor()
    await page
      .getByRole('row', { name: /Plugin/ })
      .first()
      .waitFor({ state: 'detached' })
    await page.reload()
    expect(await page.getByLabel('User').inputValue()).toBe('nora')
    await row(/User saved.*nora/).waitFor()
    const yesterday = new Date(Date.now() - DAY_MS).toISOString().slice(0, 16)
    await page.getByLabel('To', { exact: true }).fill(yesterday)
    await page.getByRole('heading', { name: 'Nothing in this time' }).waitFor()
    await owner.look('audit-none')
    await button('Any time').click()
    await row(/Key issued/).waitFor()
    await page.getByLabel('To', { exact: true }).fill(yesterday)
    await button('Show all lines').click()
    await row(/Plugin enabled/).waitFor()
    expect(page.url()).not.toContain('user=')
  })

  it('says where refusals may be missing, as not all of them are kept', async () => {
    const authorization = `Basic ${Buffer.from(`${STRANGER.user}:${STRANGER.password}`).toString('base64')}`
    const headers = { authorization, 'content-type': 'application/json' }
    for (let asked = 0; asked < REFUSALS; asked += 1) {
      await fetch(`${sluice.url}/keys`, { method: 'POST', headers, body: '{"name":"no"}' })
    }
    await goTo('?action=key.refused')
    await page.getByText('Of refusals no more than 60 an hour of one user or network are kept.').waitFor()
    await page.getByText('As many are here of the user otto: there may have been more.').waitFor()
    await row(/Key refused.*otto.*KEYS_PERMISSION_MISSING/).waitFor()
    await owner.look('audit-refusals')
  })

  it('goes on to older lines, as far as there are some', async () => {
    for (let write = 0; write < WRITES; write += 1) {
      await client.json('PATCH', `/users/${STRANGER.user}`, { seat: write })
    }
    await goTo('?action=user.saved')
    await page.getByText('100 lines, newest first. There are older ones.').waitFor()
    await button('Older lines').click()
    await eventually(async () => expect(await lines().count()).toBeGreaterThan(WRITES))
    expect(await button('Older lines').count()).toBe(0)
    const texts = await lines().allInnerTexts()
    expect(texts.at(-1)).toContain('admin')
  })

  it('is saved as CSV', async () => {
    await goTo('?action=key.issued')
    const download = page.waitForEvent('download')
    await button('Save as CSV').click()
    const text = await readFile(await (await download).path(), 'utf8')
    expect(text).toMatch(/^time,action,actor,from,subject,key,holder,fields,detail\r\n[^,]+,key\.issued,nora,/)
  })

  it('is found from the page of a user and from the plugins', async () => {
    await page.goto(`${sluice.url}/console/users/one?user=nora`)
    await page.getByRole('region', { name: 'Keys' }).getByRole('link', { name: 'Audit' }).click()
    await row(/Key issued/).waitFor()
    await page.goto(`${sluice.url}/console/admin/plugins`)
    await page.getByRole('main').getByRole('link', { name: 'Audit' }).click()
    await row(/Plugin installed/).waitFor()
  })

  it('is no page for who may not see it, which says why', async () => {
    const nora = await beginVisit(browser, sluice.url)
    await nora.signIn(HOLDER)
    expect(await nora.page.getByRole('link', { name: 'Audit' }).count()).toBe(0)
    await nora.page.goto(`${sluice.url}/console/admin/audit`)
    await nora.page.getByRole('heading', { name: 'You may not see the audit' }).waitFor()
    await nora.look('audit-no-permission')
    await nora.leave([HOLDER.password])
    await owner.leave(secrets)
  })
})
