import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { temporaryDirectory } from '@sluice/testkit'
import type { Browser, Page } from 'playwright-core'
import { type HttpClient, ownerClient } from '../http-client.ts'
import { type SluiceProcess, startSluice } from '../standalone/sluice-process.ts'
import { describeInBrowser } from './describe-in-browser.ts'
import { openBrowser } from './open-browser.ts'
import { plantPermissions } from './plant-permissions.ts'
import { HOLDER, OWNER, startConsole } from './start-console.ts'
import { expectToFit } from './start-webhooks.ts'
import { beginVisit, type Visit } from './visit.ts'

const HOSTILE = ['100% "sure"', `<script>alert('x')</script>`.replace('/', '-'), 'هيئة الطيران', 'n'.repeat(200), '7']
/** Stored by another program: what is no permission, and one whose name no path can carry. */
const PLANTED = [
  { _id: 'torn', roles: ['crew'], predicate: "path('/a') and\n pth('/b')" },
  { _id: 7, roles: ['crew'], predicate: 'true' },
  { _id: 'a/b', roles: ['slash'], predicate: "path('/slash')" },
]
const QUIET = "equals(%{i,X-Never}, 'x')"

describeInBrowser('the permissions in the console', () => {
  let sluice: SluiceProcess
  let browser: Browser
  let owner: Visit
  let api: HttpClient

  beforeAll(async () => {
    const DATA_DIR = await temporaryDirectory()
    sluice = await startConsole({ DATA_DIR })
    await sluice.interrupt()
    await plantPermissions(DATA_DIR, PLANTED)
    sluice = await startSluice({ DATA_DIR, SLUICE_DEMO: '0' })
    api = ownerClient({ url: sluice.url, ownerPassword: OWNER.password })
    browser = await openBrowser()
    owner = await beginVisit(browser, sluice.url)
    await owner.signIn(OWNER)
  })
  afterAll(async () => {
    await browser.close()
    await sluice.interrupt()
  })

  const dialog = (page: Page) => page.getByRole('alertdialog')
  const idsInOrder = async (page: Page) => page.locator('tbody tr td:nth-child(2) a').allTextContents()
  const openList = async (page: Page, search = '') => {
    await page.goto(`${sluice.url}/console/permissions${search}`)
    await page.getByRole('table', { name: 'Permissions' }).waitFor()
  }

  it('that are ignored stand on top with the reason, and are mended or deleted', async () => {
    const { page } = owner
    await openList(page)
    const ignored = page.getByRole('region', { name: 'Ignored' })
    await ignored.getByText('2 in force nowhere').waitFor()
    await ignored.getByText('Did you mean "path"?').waitFor()
    await owner.look('permissions-ignored')
    await ignored.getByRole('button', { name: 'Delete 7' }).click()
    await dialog(page).getByRole('button', { name: 'Delete permission' }).click()
    await ignored.getByText('1 in force nowhere').waitFor()
    await ignored.getByRole('link', { name: 'torn' }).click()
    await page.getByRole('heading', { level: 1, name: 'torn' }).waitFor()
    await api.json('PUT', '/acl/torn', { roles: ['crew'], predicate: "path('/a')" })
    await openList(page)
    await ignored.waitFor({ state: 'detached' })
    await api.json('DELETE', '/acl/torn')
  })

  it('are found by a name that no path can carry, too', async () => {
    const { page } = owner
    await openList(page, '?role=slash')
    await page.getByRole('link', { name: 'a/b' }).click()
    await page.getByRole('heading', { level: 1, name: 'a/b' }).waitFor()
    await page.getByLabel('Description').fill('with a slash')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('All is saved.').waitFor()
    await page.getByRole('button', { name: 'More about this permission' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await dialog(page).getByText('slash: GET /slash').waitFor()
    await dialog(page).getByRole('button', { name: 'Delete permission' }).click()
    await page.getByText('“a/b” is deleted.').waitFor()
  })

  it('say what a first one would be for, where there is none', async () => {
    const { page } = owner
    await page.getByRole('link', { name: 'Permissions' }).first().click()
    await page.getByRole('table', { name: 'Permissions' }).waitFor()
    const kept = await api.json<object>('GET', '/acl/crew-issues-keys')
    await api.json('DELETE', '/acl/crew-issues-keys')
    await page.reload()
    await page.getByRole('heading', { name: 'No permission yet' }).waitFor()
    await owner.look('permissions-none')
    await api.json('POST', '/acl', kept)
  })

  it('stand in the order in which they are judged, each with what it lets in', async () => {
    const { page } = owner
    const mongo = {
      readFilter: { team: '@user.team' },
      mergeRequest: { addedBy: '@user._id' },
      projectResponse: { cost: 0 },
    }
    const predicate = "path('/routes') and (method('POST') or method('GET'))"
    await api.json('POST', '/acl', { _id: 'crew-adds', roles: ['crew'], predicate, priority: 20, mongo })
    await api.json('POST', '/acl', { _id: 'a-last', roles: ['guest', 'crew'], predicate: `path('/x') and ${QUIET}` })
    await api.json('POST', '/acl', { _id: 'z-last', description: 'Of equals', roles: ['guest'], predicate: 'true' })
    await openList(page)
    expect(await idsInOrder(page)).toEqual(['crew-adds', 'crew-issues-keys', 'z-last', 'a-last'])
    const row = page.getByRole('row', { name: /crew-adds/ })
    await row.getByText('POST, GET /routes', { exact: true }).waitFor()
    await row.getByText('reads only team = @user.team; writes addedBy; hides cost').waitFor()
    await page.getByText('All /x, on 1 more condition').waitFor()
    await owner.look('permissions')
    await page.getByLabel('Order').selectOption({ label: 'By name' })
    await page.waitForURL(/order=name/)
    await page.getByRole('link', { name: 'a-last' }).waitFor()
  })

  it('are found by a text and by a role, which stand in the address', async () => {
    const { page } = owner
    await openList(page)
    await page.getByLabel('Search permissions').fill("path('/x')")
    await page.getByRole('link', { name: 'crew-adds' }).waitFor({ state: 'detached' })
    expect(await idsInOrder(page)).toEqual(['a-last'])
    await page.getByLabel('Search permissions').fill('no such thing')
    await page.getByRole('heading', { name: 'No permission matches' }).waitFor()
    await owner.look('permissions-no-match')
    await page.getByRole('button', { name: 'Show all permissions' }).click()
    await page.getByLabel('Role').selectOption('guest')
    await page.waitForURL(/role=guest/)
    await page.getByRole('link', { name: 'crew-adds' }).waitFor({ state: 'detached' })
    await page.reload()
    await page.getByRole('table', { name: 'Permissions' }).waitFor()
    expect(await idsInOrder(page)).toEqual(['z-last', 'a-last'])
  })

  it('are reached by keys and from the palette', async () => {
    const { page } = owner
    await page.goto(`${sluice.url}/console/settings`)
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('p')
    await page.getByRole('link', { name: 'crew-adds' }).waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'crew-adds' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('z-last')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'z-last' }).waitFor()
  })

  it('are deleted after a question that says what is refused then', async () => {
    const { page } = owner
    await openList(page)
    await page.getByRole('button', { name: 'More about crew-adds' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await dialog(page).getByText('crew: POST /routes').waitFor()
    await owner.look('permission-delete')
    await dialog(page).getByRole('button', { name: 'Delete permission' }).click()
    await page.getByText('“crew-adds” is deleted.').waitFor()
    await page.getByRole('link', { name: 'crew-adds' }).waitFor({ state: 'detached' })
  })

  it('may have any name that the service takes: listed, opened, changed, deleted', async () => {
    const { page } = owner
    for (const id of HOSTILE) await api.json('POST', '/acl', { _id: id, roles: ['odd'], predicate: 'false' })
    await openList(page, '?role=odd')
    await expectToFit(page)
    await owner.look('permissions-odd-names')
    for (const id of HOSTILE) {
      await page.getByRole('link', { name: id, exact: true }).click()
      await page.getByRole('heading', { level: 1, name: id, exact: true }).waitFor()
      await page.getByLabel('Description').fill(`about ${id}`)
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByText('All is saved.').waitFor()
      await page.getByRole('button', { name: 'More about this permission' }).click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      await dialog(page).getByRole('button', { name: 'Delete permission' }).click()
      await dialog(page).waitFor({ state: 'detached' })
      await openList(page)
    }
    expect(await api.json('GET', `/acl?filter=${encodeURIComponent('{"roles":"odd"}')}`)).toEqual([])
  })

  it('are as wide as their window, on a phone too', async () => {
    const { page } = owner
    await openList(page)
    await expectToFit(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await owner.look('permissions')
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  it('are shown to nobody who may not read them', async () => {
    const holder = await beginVisit(browser, sluice.url)
    await holder.signIn(HOLDER)
    expect(await holder.page.getByRole('link', { name: 'Permissions' }).count()).toBe(0)
    await holder.page.goto(`${sluice.url}/console/permissions`)
    await holder.page.getByRole('heading', { name: 'You may not see the permissions' }).waitFor()
    await holder.look('permissions-refused')
    await holder.leave([HOLDER.password])
  })

  it('leave nothing secret behind', async () => {
    await owner.leave([OWNER.password])
  })
})
