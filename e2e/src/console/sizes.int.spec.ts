import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { eventually } from '@sluice/testkit'
import type { Browser, Page } from 'playwright-core'
import { describeInBrowser } from './describe-in-browser.ts'
import { openBrowser } from './open-browser.ts'
import { openPage, PAGES } from './pages.ts'
import { HOLDER, OWNER } from './start-console.ts'
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

/** Evaluated in the page: names what is reached by Tab, which each has to be once. */
const TABBED = `(() => {
  const isShown = element => element.checkVisibility({ checkVisibilityCSS: true }) && element.getClientRects().length > 0
  const isOwn = element =>
    element.tabIndex >= 0 && !element.matches(':disabled, [aria-hidden=true], [type=radio]:not(:checked)') && isShown(element)
  const all = [...document.querySelectorAll('a[href], button, input, select, textarea, [tabindex], [role=textbox]')]
  globalThis.toReach = new Set(all.filter(isOwn))
  return globalThis.toReach.size
})()`
/** Evaluated in the page: what has the focus is reached. */
const REACH = `(() => {
  globalThis.toReach.delete(document.activeElement)
  return document.activeElement?.matches('.cm-content') ?? false
})()`
const NOT_REACHED =
  '[...globalThis.toReach].filter(element => element.isConnected).map(element => element.outerHTML.slice(0, 160))'
/** A field for a time takes several, and a few rows come meanwhile. */
const MORE_TABS = 40

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

  /** Where they are filled. */
  const FILLED: readonly [string, () => Promise<string>][] = [
    ['the overview', async () => '/'],
    ['live requests', async () => '/live'],
    ['an event', async () => `/events?id=${await postedEvent()}`],
    ['all keys', async () => '/admin/keys?state=active'],
    ['the audit', async () => '/admin/audit'],
    ['the deliveries', async () => '/deliveries'],
    ['the collections', async () => '/data'],
    ['documents', async () => '/data/documents?collection=routes'],
    ['indexes', async () => '/data/documents?collection=routes&tab=indexes'],
    ['a document', async () => `/data/document?collection=routes&id=${await firstDocument()}`],
    ['a page of the manual', async () => '/manual?page=reference/conditions'],
    ['a user', async () => `/users/one?user=${HOLDER.user}`],
    ['an answer of Explain', async () => '/permissions/explain?user=nora&method=POST&path=/keys'],
  ]
  const postedEvent = () =>
    eventually(async () => {
      const { items } = await rig.owner.json<{ items: { _id: string }[] }>('GET', '/events?path=/routes&method=POST')
      return items[0]?._id ?? false
    })
  const firstDocument = async () => {
    const [first] = await rig.owner.json<{ _id: { $oid: string } }[]>('GET', '/routes')
    return first?._id.$oid ?? ''
  }

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

  it.each(FILLED)('nothing is covered, and nothing scrolls sideways, where it is filled: %s', async (_, find) => {
    await expectToShowAll(owner.page, await find())
  })

  it.each(FILLED)('all that can be used is reached by the keyboard alone: %s', async (_, find) => {
    const { page } = owner
    await page.setViewportSize({ width: 1280, height: 800 })
    await openPage(page, `${rig.sluice.url}/console${await find()}`, /./)
    const most = (await page.evaluate<number>(TABBED)) + MORE_TABS
    for (let pressed = 0; pressed < most; pressed += 1) {
      await page.keyboard.press('Tab')
      // An editor keeps Tab until Escape was pressed.
      if (await page.evaluate<boolean>(REACH)) await page.keyboard.press('Escape')
    }
    expect(await page.evaluate<string[]>(NOT_REACHED)).toEqual([])
  })

  it.each(FILLED)('the colours that the system forces leave nothing out: %s', async (name, find) => {
    const { page } = owner
    await page.emulateMedia({ forcedColors: 'active' })
    await openPage(page, `${rig.sluice.url}/console${await find()}`, /./)
    await owner.look(`forced-${name.replaceAll(' ', '-')}`)
    await page.emulateMedia({ forcedColors: 'none' })
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
