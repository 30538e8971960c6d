import { afterAll, beforeAll, expect, it } from '@jest/globals'
import type { Browser, Page } from 'playwright-core'
import { type HttpClient, ownerClient } from '../http-client.ts'
import type { SluiceProcess } from '../standalone/sluice-process.ts'
import { describeInBrowser } from './describe-in-browser.ts'
import { openBrowser } from './open-browser.ts'
import { HOLDER, OWNER, STRANGER, startConsole } from './start-console.ts'
import { beginVisit, type ConsoleUser } from './visit.ts'

describeInBrowser('two users of one browser', () => {
  let sluice: SluiceProcess
  let browser: Browser
  let owner: HttpClient

  beforeAll(async () => {
    sluice = await startConsole()
    owner = ownerClient({ url: sluice.url, ownerPassword: OWNER.password })
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser.close()
    await sluice.interrupt()
  })

  const signIn = async (page: Page, { user, password }: ConsoleUser) => {
    await page.getByLabel('User').fill(user)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('button', { name: `Signed in as ${user}` }).waitFor()
  }
  const namesOfKeys = async (user: string) => {
    const keys = await owner.json<{ name: string }[]>('GET', `/admin/keys?user=${user}`)
    return keys.map(({ name }) => name)
  }

  it('never act for each other: what waits for the password of one is not sent as the other one', async () => {
    const nora = await beginVisit(browser, sluice.url)
    await nora.signIn(HOLDER)
    await nora.page.getByRole('button', { name: 'Issue key' }).first().click()
    await nora.page.getByLabel('Name').fill('of nora')
    await owner.json('PATCH', `/users/${HOLDER.user}`, { password: HOLDER.password })
    await nora.page.getByRole('button', { name: 'Issue key' }).last().click()
    const dialog = nora.page.getByRole('alertdialog', { name: 'Your session has ended' })
    await dialog.waitFor()
    const tab = await nora.newTab()
    await tab.goto(`${sluice.url}/console`)
    await signIn(tab, OWNER)
    await tab.getByRole('link', { name: 'Settings' }).click()
    await tab.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
    await dialog.waitFor()
    expect([await namesOfKeys(OWNER.user), await namesOfKeys(HOLDER.user)]).toEqual([[], []])
    await dialog.getByLabel(`Password of ${HOLDER.user}`).fill(HOLDER.password)
    await dialog.getByRole('button', { name: 'Sign in' }).click()
    await nora.page.getByRole('heading', { name: 'Key “of nora” is issued' }).waitFor()
    expect([await namesOfKeys(OWNER.user), await namesOfKeys(HOLDER.user)]).toEqual([[], ['of nora']])
    await nora.context.close()
  })

  it('see nothing of each other after a sign-out: what one was told is gone, and can not be taken back', async () => {
    const visit = await beginVisit(browser, sluice.url)
    const { page } = visit
    await visit.signIn(OWNER)
    await owner.json('POST', '/plugins/webhooks/enable')
    await owner.json('PUT', '/webhooks/feed', {
      name: 'Feed',
      condition: "path('/a')",
      url: 'https://hooks.example.com/',
    })
    await page.goto(`${sluice.url}/console/webhooks`)
    await page.getByRole('switch', { name: 'Feed enabled' }).click()
    await page.getByRole('button', { name: 'Undo' }).waitFor()
    await page.getByRole('button', { name: /^Signed in as/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await signIn(page, STRANGER)
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await page.getByText('Feed').count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0)
    await visit.leave([OWNER.password, STRANGER.password])
  })

  it('are not signed out by something on the way that answers for a busy gateway', async () => {
    const visit = await beginVisit(browser, sluice.url)
    await visit.signIn(HOLDER)
    let times = 0
    await visit.page.route('**/token', async route => {
      times += 1
      if (times === 1) await route.fulfill({ status: 504, body: '<h1>Gateway time-out</h1>' })
      else await route.continue()
    })
    await visit.page.reload()
    await visit.page.getByText('Sluice can not tell at the moment who you are').waitFor()
    await visit.page.getByRole('heading', { level: 1, name: 'My keys' }).waitFor()
    await visit.context.close()
  })
})
