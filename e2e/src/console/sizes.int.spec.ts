import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { eventually } from '@sluice/testkit'
import type { Browser, Page } from 'playwright-core'
import { describeInBrowser, openBrowser } from './open-browser.ts'
import { openPage, PAGES } from './pages.ts'
import { OWNER } from './start-console.ts'
import { makeWebhook, startWebhooks, type WebhooksRig } from './start-webhooks.ts'
import { beginVisit, type Visit } from './visit.ts'

/** A phone, a window of 1280 px at 200 % and at 400 %, and a wide screen. */
const WINDOWS = [
  { width: 390, height: 844 },
  { width: 640, height: 400 },
  { width: 320, height: 256 },
  { width: 2560, height: 1440 },
]
const LONG = 'a name that somebody has chosen without thinking of lists '.repeat(4).slice(0, 200).trim()

/** Evaluated in the page: how far it can be scrolled sideways. */
const OVER_THE_EDGE = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
/** Evaluated in the page: what can be used and lies, brought to the middle, below something else or beside the window. */
const COVERED = `(() => {
  const shown = element => element.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true })
  const isOwn = (element, top) =>
    top !== null && (element.contains(top) || top.contains(element) || element.labels?.[0]?.contains(top))
  const faults = []
  for (const element of document.querySelectorAll('a[href], button, input, select, textarea, [role=textbox]')) {
    const size = element.getBoundingClientRect()
    if (!shown(element) || size.width < 2 || size.height < 2 || element.closest('[aria-hidden=true]')) continue
    element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' })
    const { left, top, right, bottom, width, height } = element.getBoundingClientRect()
    // What stands outside of the page is there for the keyboard alone, until it has the focus.
    if (right <= 0 || bottom <= 0) continue
    const y = Math.min(Math.max(top + height / 2, 1), innerHeight - 1)
    const [x] = [left + width / 2]
    const found = document.elementFromPoint(x, y)
    const told = [element, found].map(each => each?.outerHTML.slice(0, 120))
    if (!isOwn(element, found)) faults.push(told.join(' BELOW '))
  }
  scrollTo(0, 0)
  return faults
})()`

/** Evaluated in the page: lays something over all of it. */
const PLANT_COVER = `(() => {
  const cover = document.createElement('div')
  Object.assign(cover.style, { position: 'fixed', inset: '0', zIndex: '99' })
  document.body.append(cover)
})()`

describeInBrowser('on a phone, on a wide screen and with text of 200 %,', () => {
  let rig: WebhooksRig
  let browser: Browser
  let owner: Visit

  beforeAll(async () => {
    rig = await startWebhooks()
    await rig.owner.json('POST', '/plugins/webhooks/enable')
    const condition = "path('/routes') and method('POST')"
    await makeWebhook(rig, { id: 'hook', name: LONG, condition, target: '/status/500' })
    await rig.owner.json('POST', '/gql-apps', {
      _id: 'shop',
      descriptor: { name: LONG, uri: 'shop' },
      schema: 'type Query { routes(limit: Int): [Route] } type Route { origin: String }',
      mappings: { Query: { routes: { db: 'sluice', collection: 'routes' } } },
    })
    await rig.owner.text('POST', '/routes', { origin: 'SFO' })
    browser = await openBrowser()
    owner = await beginVisit(browser, rig.sluice.url)
    await owner.signIn(OWNER)
  })
  afterAll(async () => {
    await browser.close()
    await rig.stop()
  })

  const expectToShowAll = async (page: Page, path: string) => {
    await openPage(page, `${rig.sluice.url}/console${path}`, /./)
    for (const size of WINDOWS) {
      await page.setViewportSize(size)
      const over = await page.evaluate<number>(OVER_THE_EDGE)
      const covered = await page.evaluate<string[]>(COVERED)
      expect({ path, size, over, covered }).toEqual({ path, size, over: 0, covered: [] })
    }
  }
  const failedEntry = () =>
    eventually(async () => {
      const { items } = await rig.owner.json<{ items: { _id: string }[] }>('GET', '/webhooks/hook/logs?status=failed')
      return items[0]?._id ?? false
    })

  const TABS = [
    ...['edit', 'logs', 'versions'].map(tab => `/webhooks/one?id=hook&tab=${tab}`),
    ...['schema', 'explorer', 'versions', 'documents', 'settings', 'use'].map(tab => `/graphql/app?id=shop&tab=${tab}`),
  ]
  const OTHERS = PAGES.map(({ path }) => path).filter(path => !path.includes('?'))

  it.each([...OTHERS, ...TABS])('nothing is covered, and nothing scrolls sideways: %s', async path => {
    await expectToShowAll(owner.page, path)
  })

  it('nothing is covered, and nothing scrolls sideways: an entry of a log', async () => {
    await expectToShowAll(owner.page, `/webhooks/entry?id=hook&entry=${await failedEntry()}`)
  })

  it('the sign-in is whole', async () => {
    await owner.leave([OWNER.password])
    const stranger = await beginVisit(browser, rig.sluice.url)
    await expectToShowAll(stranger.page, '/keys')
    await stranger.page.evaluate(PLANT_COVER)
    // So that the other tests would notice it.
    expect(await stranger.page.evaluate<string[]>(COVERED)).not.toEqual([])
    await stranger.leave()
  })
})
