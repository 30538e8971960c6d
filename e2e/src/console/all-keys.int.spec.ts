import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { eventually, temporaryDirectory } from '@sluice/testkit'
import type { Browser, Page } from 'playwright-core'
import { type HttpClient, ownerClient } from '../http-client.ts'
import type { SluiceProcess } from '../standalone/sluice-process.ts'
import { describeInBrowser } from './describe-in-browser.ts'
import { issueKey, statusOf } from './issue-key.ts'
import { openBrowser } from './open-browser.ts'
import { plantKeys } from './plant-keys.ts'
import { HOLDER, OWNER, STRANGER, startConsole } from './start-console.ts'
import { expectToFit } from './start-webhooks.ts'
import { beginVisit, type ConsoleUser, type Visit } from './visit.ts'

const REVOKER: ConsoleUser = { user: 'rita', password: 'somebody who ends keys' }
const PHONE = { width: 390, height: 844 }
const FOCUSED = 'document.activeElement?.textContent'
/** More than a page has. */
const MANY = 63
const OLD = { user: 'ida', issuedDaysAgo: 200, endsInDays: 100 }
const ROBOT = { user: 'robot', roles: ['machine'], issuedDaysAgo: 10, endsInDays: 100 }
const FORMULA = '=HYPERLINK("http://x")'

describeInBrowser('all keys in the console', () => {
  let sluice: SluiceProcess
  let browser: Browser
  let client: HttpClient
  let owner: Visit
  let page: Page
  const secrets: string[] = [OWNER.password]

  beforeAll(async () => {
    const directory = await temporaryDirectory()
    await plantKeys(directory, [
      { ...OLD, name: 'nightly import', usedDaysAgo: 2 },
      { ...OLD, name: 'forgotten', usedDaysAgo: 120 },
      { ...OLD, name: FORMULA, endsInDays: 3 },
      { ...OLD, name: 'over', roles: ['reader', 'writer'], endsInDays: -2 },
      { ...OLD, name: 'שרה <script>', user: 'a?b=c&d', roles: ['writer'] },
      ...Array.from({ length: MANY }, (_, at) => ({ ...ROBOT, name: `robot ${at}` })),
    ])
    sluice = await startConsole({ DATA_DIR: directory })
    client = ownerClient({ url: sluice.url, ownerPassword: OWNER.password })
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
  const row = (name: string | RegExp) => page.getByRole('row', { name })
  const goTo = async (query: string) => {
    await page.goto(`${sluice.url}/console/admin/keys${query}`)
    await page.getByRole('heading', { level: 1, name: 'All keys' }).waitFor()
    await page.getByRole('status', { name: /^Loading/ }).waitFor({ state: 'detached' })
  }
  const says = (text: string) => page.getByText(text, { exact: true }).waitFor()
  const phone = async (name: string) => {
    const before = page.viewportSize()
    await page.setViewportSize(PHONE)
    await owner.look(name)
    if (before) await page.setViewportSize(before)
  }

  it('are listed with holder and last use, by presets that stand in the address', async () => {
    await link('All keys').click()
    await says('68 keys of all users.')
    await button('Idle 90 days').click()
    await row(/forgotten.*ida.*4 months ago.*Active/).waitFor()
    expect(page.url()).toContain('idleDays=90')
    await button('Ends in 14 days').click()
    await says('1 key ending within 14 days.')
    await row(/HYPERLINK.*never.*Ends soon/).waitFor()
    await button('Expired').click()
    await row(/over.*Expired/).waitFor()
    await button('Never used').click()
    await says('66 keys never used.')
    await page.keyboard.press('1')
    await says('68 keys of all users.')
    await page.getByLabel('Holder').fill('ida')
    await says('4 keys held by ida.')
    await page.getByLabel('Role').fill('writer')
    await says('1 key held by ida, with the role writer.')
    await page.getByLabel('Role').fill('')
    await page.getByLabel('Order').selectOption('-lastUsedAt')
    await row(/nightly import/).waitFor()
    await page.reload()
    await says('4 keys held by ida.')
    expect(await row(/slk_…/).first().innerText()).toContain('nightly import')
    await owner.look('all-keys')
    await phone('all-keys-phone')
    await expectToFit(page)
  })

  it('say so where none matches, and at a page that the list no longer has', async () => {
    await goTo('?user=nobody&neverUsed=true')
    await page.getByRole('heading', { name: 'No key matches' }).waitFor()
    await says('Looked for: never used, held by nobody.')
    await owner.look('all-keys-none-matches')
    await button('Show all keys').click()
    await says('68 keys of all users.')
    await goTo('?user=ida&page=7')
    await says('4 keys held by ida.')
    await goTo('?role=cr%C2%A7ew')
    await page.getByRole('alert').waitFor()
    await owner.look('all-keys-wrong-holder')
  })

  it('have a sheet with the use by day, and ways to the other keys of the holder and to the audit', async () => {
    await goTo('?user=ida')
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('k')
    const first = await page.evaluate<string>(FOCUSED)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: `Key “${first}”` }).waitFor()
    await button('Close').click()
    await link('nightly import').click()
    await page.getByRole('heading', { name: 'Key “nightly import”' }).waitFor()
    await page.getByText('12 requests in 30 days. The last seconds may be missing.').waitFor()
    await page.getByText('By day', { exact: true }).click()
    await page.getByRole('row', { name: /\d{4}-\d{2}-\d{2} 12/ }).waitFor()
    await owner.look('all-keys-sheet')
    await phone('all-keys-sheet-phone')
    await page.reload()
    await page.getByRole('heading', { name: 'Key “nightly import”' }).waitFor()
    await link('Audit of this key').click()
    await page.getByRole('heading', { level: 1, name: 'Audit' }).waitFor()
    expect(page.url()).toContain('key=')
    await page.goBack()
    await link('Other keys of ida').click()
    await says('4 keys held by ida.')
    await page.goto(`${sluice.url}/console/admin/keys?key=00000000-0000-7000-8000-000000000000`)
    await page.getByText('It is gone, or not yours to see.').waitFor()
    await owner.look('all-keys-gone')
  })

  it('are revoked one by one, after their last use is named', async () => {
    const secret = await issueKey(sluice.url, HOLDER, { name: 'mine', roles: ['reader'] })
    secrets.push(secret)
    await goTo('?user=nora')
    await row(/mine/).waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('Delete')
    await page.getByRole('heading', { name: 'Revoke “mine”' }).waitFor()
    await page.getByText('It was never used.').waitFor()
    await eventually(async () => expect(await page.evaluate(FOCUSED)).toBe('Cancel'))
    await owner.look('all-keys-revoke')
    await button('Revoke key').click()
    await page.getByText('“mine” is revoked.').waitFor()
    await page.getByRole('heading', { name: 'No key matches' }).waitFor()
    expect(await statusOf(sluice.url, secret)).toBe(401)
    await goTo('?user=ida')
    await link('nightly import').click()
    await button('Revoke').click()
    await page.getByText(/It was last used on/).waitFor()
    await button('Cancel').click()
  })

  it('are revoked together by their boxes', async () => {
    await goTo('?user=robot')
    await says('63 keys held by robot.')
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await button('Revoke 2 chosen').click()
    await page.getByText('None of them was ever used.').waitFor()
    await owner.look('all-keys-revoke-chosen')
    await button('Revoke 2 keys').click()
    await page.getByText('2 keys are revoked.').waitFor()
    await says('61 keys held by robot.')
  })

  it('are revoked by a filter after the count is typed, and never without a filter', async () => {
    await goTo('')
    expect(await button('Revoke matching').isDisabled()).toBe(true)
    await goTo('?role=machine')
    await button('Next page').click()
    await row(/robot/).first().waitFor()
    await button('Revoke matching').click()
    await says('61 keys match: with the role machine.')
    expect(await button('Revoke 61 keys').isDisabled()).toBe(true)
    await page.getByLabel('Type 61 to go on').fill('60')
    expect(await button('Revoke 61 keys').isDisabled()).toBe(true)
    await owner.look('all-keys-revoke-matching')
    await page.getByLabel('Type 61 to go on').fill('61')
    await eventually(async () => expect(await button('Revoke 61 keys').isEnabled()).toBe(true))
    await button('Cancel').click()
  })

  it('go on to be revoked where it was stopped, by a press and without the count', async () => {
    const permission = { _id: 'revokers', roles: ['revoker'], predicate: "path-prefix('/admin/keys')", priority: 1 }
    await client.json('POST', '/acl', permission)
    await client.json('POST', '/users', { _id: REVOKER.user, password: REVOKER.password, roles: ['revoker'] })
    const rita = await beginVisit(browser, sluice.url)
    await rita.signIn(REVOKER)
    const press = (name: string) => rita.page.getByRole('button', { name, exact: true }).click()
    await rita.page.goto(`${sluice.url}/console/admin/keys?role=machine`)
    await press('Revoke matching')
    await rita.page.getByLabel('Type 61 to go on').fill('61')
    await client.text('DELETE', '/acl/revokers')
    await eventually(async () => expect(await statusOfList(REVOKER)).toBe(403))
    await press('Revoke 61 keys')
    await rita.page.getByText('It stopped.').waitFor()
    await rita.look('all-keys-revoke-stopped')
    await client.json('POST', '/acl', permission)
    await eventually(async () => expect(await statusOfList(REVOKER)).toBe(200))
    await press('Go on')
    await rita.page.getByRole('heading', { name: '61 keys are revoked' }).waitFor()
    await rita.look('all-keys-revoked')
    await press('Close')
    await rita.leave([REVOKER.password])
    expect(await client.json<unknown[]>('GET', '/admin/keys?role=machine')).toEqual([])
    expect(await client.json<unknown[]>('GET', '/admin/keys')).toHaveLength(5)
  })
  const statusOfList = async ({ user, password }: ConsoleUser) => {
    const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
    return (await fetch(`${sluice.url}/admin/keys?pagesize=1`, { headers: { authorization } })).status
  }

  it('are saved as CSV, of which no cell is a formula', async () => {
    await goTo('?user=ida')
    const download = page.waitForEvent('download')
    await button('Save as CSV').click()
    const text = await readFile(await (await download).path(), 'utf8')
    expect(text.split('\r\n')).toHaveLength(6)
    expect(text).toContain(`ida,"'=HYPERLINK(""http://x"")"`)
    await page.getByText('4 keys saved as CSV.').waitFor()
  })

  it('are found from the page of the holder, the plugins and a pasted id', async () => {
    const [{ _id: id } = { _id: '' }] = await client.json<{ _id: string }[]>(
      'GET',
      '/admin/keys?user=ida&sort=-lastUsedAt',
    )
    await page.keyboard.press('Control+k')
    await page.keyboard.insertText(id)
    await page.getByRole('option', { name: 'Key nightly import of ida' }).click()
    await page.getByRole('heading', { name: 'Key “nightly import”' }).waitFor()
    await issueKey(sluice.url, HOLDER, { name: 'of nora', roles: ['reader'] }).then(secret => secrets.push(secret))
    await page.goto(`${sluice.url}/console/users/one?user=nora`)
    await link('of nora').click()
    await page.getByRole('heading', { name: 'Key “of nora”' }).waitFor()
    await page.goto(`${sluice.url}/console/users/one?user=nora`)
    await link('All of them').click()
    await says('1 key held by nora.')
    await page.goto(`${sluice.url}/console/admin/plugins`)
    await page.getByRole('region', { name: 'API keys' }).getByRole('link', { name: 'All keys' }).click()
    await page.getByRole('heading', { level: 1, name: 'All keys' }).waitFor()
  })

  it('say that their use is not known to whom it is hidden, instead of that they were never used', async () => {
    await client.json('POST', '/acl', {
      _id: 'auditor-sees-keys',
      roles: ['auditor'],
      predicate: "path-prefix('/admin/keys') and method('GET')",
      priority: 1,
      mongo: { projectResponse: { lastUsedAt: 0, name: 0 } },
    })
    await client.json('POST', '/users', { _id: 'aude', password: 'an auditor of some keys', roles: ['auditor'] })
    const aude = await beginVisit(browser, sluice.url)
    await aude.signIn({ user: 'aude', password: 'an auditor of some keys' })
    await aude.page.getByRole('link', { name: 'All keys' }).click()
    await aude.page.getByLabel('Holder').fill('ida')
    await aude.page.getByText('4 keys held by ida.').waitFor()
    await aude.page
      .getByRole('row', { name: /slk_….*ida.*not known/ })
      .first()
      .waitFor()
    expect(await aude.page.getByRole('button', { name: /^Revoke/ }).count()).toBe(0)
    expect(await aude.page.getByText('never', { exact: true }).count()).toBe(0)
    await aude.page.getByRole('link', { name: /^slk_/ }).first().click()
    await aude.page.getByText(/The use of this key is not known\./).waitFor()
    await aude.look('all-keys-use-hidden')
    await aude.leave(['an auditor of some keys'])
  })

  it('are no page for who may not see them, which says why', async () => {
    const otto = await beginVisit(browser, sluice.url)
    await otto.signIn(STRANGER)
    expect(await otto.page.getByRole('link', { name: 'All keys' }).count()).toBe(0)
    await otto.page.goto(`${sluice.url}/console/admin/keys`)
    await otto.page.getByRole('heading', { name: 'You may not see all keys' }).waitFor()
    await otto.look('all-keys-no-permission')
    await otto.leave([STRANGER.password])
  })

  it('are none at first', async () => {
    for (const user of ['ida', 'nora', encodeURIComponent('a?b=c&d')]) {
      await client.json('DELETE', `/admin/keys?user=${user}`)
    }
    await goTo('')
    await page.getByRole('heading', { name: 'Nobody has a key' }).waitFor()
    await owner.look('all-keys-none')
    await owner.leave(secrets)
  })
})
