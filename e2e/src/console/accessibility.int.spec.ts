import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { eventually } from '@sluice/testkit'
import type { Browser, Page } from 'playwright-core'
import type { SluiceProcess } from '../standalone/sluice-process.ts'
import { describeInBrowser } from './describe-in-browser.ts'
import { openBrowser } from './open-browser.ts'
import { HOLDER, OWNER, startConsole } from './start-console.ts'
import { expectToFit } from './start-webhooks.ts'
import { beginVisit, type Visit } from './visit.ts'

const PAGES: readonly [string, string][] = [
  ['/', 'Overview'],
  ['/keys', 'My keys'],
  ['/live', 'Live'],
  ['/data', 'Data'],
  ['/data/document?collection=none', 'New document'],
  ['/permissions', 'Permissions'],
  ['/permissions/new', 'New permission'],
  ['/permissions/explain', 'Explain'],
  ['/admin/keys', 'All keys'],
  ['/admin/audit', 'Audit'],
  ['/admin/plugins', 'Plugins'],
  ['/settings', 'Settings'],
  ['/no/such/page', 'Not found'],
]
// Evaluated in the page.
const FOCUSED = 'document.activeElement?.textContent'
/** Their widths are looked at where they are filled. */
const FOR_OWNERS = /^\/($|admin|permissions|data)/

describeInBrowser('every page of the console', () => {
  let sluice: SluiceProcess
  let browser: Browser
  let owner: Visit
  let nora: Visit

  beforeAll(async () => {
    sluice = await startConsole({ CONSOLE_COLOUR: 'red', CONSOLE_NAME: 'sluice-eu-1' })
    browser = await openBrowser()
    owner = await beginVisit(browser, sluice.url)
    nora = await beginVisit(browser, sluice.url)
    await owner.signIn(OWNER)
    await nora.signIn(HOLDER)
  })
  afterAll(async () => {
    await browser.close()
    await sluice.interrupt()
  })

  const goTo = async (page: Page, path: string, title: string) => {
    await page.goto(`${sluice.url}/console${path}`)
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    const loading = page.getByRole('status', { name: /^Loading/ })
    await eventually(async () => expect(await loading.count()).toBe(0))
  }

  it('has no fault that axe can find before somebody has signed in, in both themes', async () => {
    const stranger = await beginVisit(browser, sluice.url)
    await stranger.page.goto(`${sluice.url}/console`)
    await stranger.page.getByRole('heading', { name: 'Sign in to sluice-eu-1' }).waitFor()
    await stranger.look('sign-in')
    await stranger.leave()
  })

  it.each([
    ['image-alt', "document.querySelector('main').append(document.createElement('img'))"],
    ['color-contrast', "document.querySelector('h1').style.color = getComputedStyle(document.body).backgroundColor"],
  ])('is looked at by axe, which finds what is planted: %s', async (rule, plant) => {
    const stranger = await beginVisit(browser, sluice.url)
    await stranger.page.goto(`${sluice.url}/console`)
    await stranger.page.getByRole('heading', { name: 'Sign in to sluice-eu-1' }).waitFor()
    await stranger.page.evaluate(plant)
    await expect(stranger.look('planted')).rejects.toThrow(rule)
    await stranger.leave()
  })

  it.each(PAGES)('has no fault that axe can find, in both themes: %s', async (path, title) => {
    await goTo(owner.page, path, title)
    await owner.look(`page${path.replaceAll(/[/?=]/g, '-')}`)
  })

  it('has none under what lies over it', async () => {
    await goTo(owner.page, '/settings', 'Settings')
    await owner.page.keyboard.press('Control+k')
    await owner.page.getByRole('dialog', { name: 'Search or go to' }).waitFor()
    await owner.look('palette')
    await owner.page.keyboard.press('Escape')
    await owner.page.keyboard.press('?')
    await owner.page.getByRole('alertdialog', { name: 'Keys' }).waitFor()
    await owner.look('key-list')
  })

  it.each(PAGES.filter(([path]) => !FOR_OWNERS.test(path)))(
    'is as wide as its window and no wider: %s',
    async (path, title) => {
      await goTo(nora.page, path, title)
      await expectToFit(nora.page)
    },
  )

  it('has no fault on a phone, where the navigation is a sheet', async () => {
    await nora.page.setViewportSize({ width: 390, height: 844 })
    await goTo(nora.page, '/keys', 'My keys')
    await nora.look('phone-keys')
    await nora.page.getByRole('button', { name: 'Navigation' }).click()
    await nora.look('phone-navigation')
    await nora.page.getByRole('link', { name: 'Settings' }).last().click()
    await nora.page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
    await nora.leave()
  })

  it('is reached and left by the keyboard alone', async () => {
    const visit = await beginVisit(browser, sluice.url)
    const { page } = visit
    await page.goto(`${sluice.url}/console`)
    await page.getByRole('heading', { name: /^Sign in/ }).waitFor()
    await page.keyboard.type(HOLDER.user)
    await page.keyboard.press('Tab')
    await page.keyboard.type(HOLDER.password)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'My keys' }).waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('s')
    const heading = page.getByRole('heading', { level: 1, name: 'Settings' })
    await heading.waitFor()
    expect(await page.evaluate(FOCUSED)).toBe('Settings')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('my k')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'My keys' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('sign out')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: /^Sign in/ }).waitFor()
    await visit.leave()
  })

  it('comes as soon as its files are there: no timer holds it back', async () => {
    const visit = await beginVisit(browser, sluice.url)
    const { page } = visit
    await visit.signIn(HOLDER)
    await page.clock.install({ time: Date.now() })
    await page.clock.pauseAt(Date.now() + 1_000)
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'My keys' }).waitFor()
    await visit.leave([HOLDER.password])
  })

  it('leaves the focus in a dialog when a page comes under it', async () => {
    const owner = await beginVisit(browser, sluice.url)
    const { page } = owner
    await owner.signIn(OWNER)
    await goTo(page, '/settings', 'Settings')
    const hold = Promise.withResolvers<void>()
    await page.route(/\/assets\/audit-page-[^/]*\.js$/, async route => {
      await hold.promise
      await route.continue()
    })
    await page.getByRole('link', { name: 'Audit', exact: true }).click()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('my')
    hold.resolve()
    await page.getByRole('heading', { level: 1, name: 'Audit', includeHidden: true }).waitFor({ state: 'attached' })
    await page.keyboard.type(' keys')
    expect(await page.getByRole('combobox', { name: 'Search or go to' }).inputValue()).toBe('my keys')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'My keys' }).waitFor()
    expect(await page.evaluate(FOCUSED)).toBe('My keys')
    await owner.leave()
  })

  it('switches a plugin off after a question, and on again', async () => {
    const { page } = owner
    await goTo(page, '/admin/plugins', 'Plugins')
    const keys = page.getByRole('region', { name: 'API keys' })
    await keys.getByText('ENABLED').waitFor()
    await keys.getByRole('button', { name: 'Disable' }).click()
    await owner.look('plugin-disable')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Disable' }).click()
    await keys.getByText('DISABLED').waitFor()
    await keys.getByRole('button', { name: 'Enable' }).click()
    await keys.getByText('ENABLED').waitFor()
    await page.getByRole('region', { name: 'Webhooks' }).getByText('DISABLED').waitFor()
    await owner.leave([OWNER.password])
  })
})
