import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { eventually } from '@sluice/testkit'
import type { Browser, Page } from 'playwright-core'
import { press } from './count-inputs.ts'
import { describeInBrowser } from './describe-in-browser.ts'
import { openBrowser } from './open-browser.ts'
import { HOLDER, OWNER, STRANGER } from './start-console.ts'
import { expectToFit, makeWebhook, startWebhooks, type WebhooksRig } from './start-webhooks.ts'
import { beginVisit, type Visit } from './visit.ts'

const WEBHOOKS_ON = { WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' }
const WATCHER = { user: 'walt', password: 'one who watches what runs' }
const WATCHER_FIELDS = { roles: ['watch'] }
const CONDITION = "path('/routes') and method('POST')"
const MINUTES = 5
/** Run in the page before its own scripts: how far it moves by itself, as browsers count it. */
const COUNT_SHIFT = `self.shift = 0
new PerformanceObserver(list => list.getEntries().forEach(({ value }) => { shift += value }))
  .observe({ type: 'layout-shift', buffered: true })`
const SHOWN_CHART = "document.querySelector('.uplot canvas')?.width ?? 0"
/** Evaluated in the page: the opaque colours of the chart, read from a copy. */
const SHOWN_COLOURS = `(() => {
  const canvas = document.querySelector('.uplot canvas')
  const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d', { willReadFrequently: true })
  copy.drawImage(canvas, 0, 0)
  const { data } = copy.getImageData(0, 0, canvas.width, canvas.height)
  const colours = new Set()
  for (let at = 0; at < data.length; at += 4) if (data[at + 3] === 255) colours.add(data.slice(at, at + 3).join())
  return [...colours].join(' ')
})()`

describeInBrowser('the overview of the console', () => {
  let rig: WebhooksRig
  let browser: Browser
  let owner: Visit
  let page: Page

  beforeAll(async () => {
    rig = await startWebhooks(WEBHOOKS_ON)
    browser = await openBrowser()
    owner = await beginVisit(browser, rig.sluice.url)
    page = owner.page
    await owner.signIn(OWNER)
  })
  afterAll(async () => {
    await browser.close()
    await rig.stop()
  })

  const title = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })
  const panel = (name: string) => page.getByRole('region', { name, exact: true })
  const open = async (search = '') => {
    await page.goto(`${rig.sluice.url}/console/${search}`)
    await title('Overview').waitFor()
    await page
      .getByRole('status', { name: /^Loading/ })
      .first()
      .waitFor({ state: 'detached' })
  }
  const addRoute = () => rig.owner.text('POST', '/routes', { origin: 'SFO', destination: 'LIT' })

  it('is what an owner sees first; where nothing is, it leads through the first steps', async () => {
    await title('Overview').waitFor()
    const steps = panel('First steps')
    await steps.getByText('curl -u admin').first().waitFor()
    await steps.getByText('1. Make a collection').getByText('done').waitFor()
    await steps.getByRole('button', { name: 'Copy' }).first().waitFor()
    await page.getByText('No webhook yet.').waitFor()
    await page.getByText('No key ends within 14 days.').waitFor()
    await owner.look('overview-first')
  })

  it('stands still while its parts come', async () => {
    const visit = await beginVisit(browser, rig.sluice.url)
    await visit.context.addInitScript(COUNT_SHIFT)
    await visit.signIn(OWNER)
    await visit.page.reload()
    await visit.page.getByRole('region', { name: 'First steps' }).waitFor()
    await visit.page
      .getByRole('status', { name: /^Loading/ })
      .first()
      .waitFor({ state: 'detached' })
    expect(await visit.page.evaluate<number>('shift')).toBeLessThan(0.05)
    await visit.leave([OWNER.password])
  })

  it('shows its other parts while one is not answered, and that one when it is', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const visit = await beginVisit(browser, rig.sluice.url)
    await visit.context.route('**/gql-apps*', route => released.then(() => route.continue()))
    await visit.signIn(OWNER)
    await visit.page.getByRole('table', { name: 'Processes' }).waitFor()
    expect(await visit.page.getByRole('region', { name: 'First steps' }).count()).toBe(0)
    release()
    await visit.page.getByRole('region', { name: 'First steps' }).waitFor()
    await visit.leave([OWNER.password])
  })

  it('says in one line that all is well, and leads to what each figure counts', async () => {
    await rig.owner.json('POST', '/plugins/webhooks/enable')
    await makeWebhook(rig, { id: 'routes', name: 'New route', condition: CONDITION, target: '/ok' })
    await addRoute()
    await page.getByRole('link', { name: /^Delivered ?1/ }).waitFor()
    await page.getByText('All well.').waitFor()
    await page.getByText('the process is ready, every event is stored').waitFor()
    await panel('First steps').waitFor({ state: 'detached' })
    await panel('Processes')
      .getByRole('row', { name: /standalone.*Ready/ })
      .waitFor()
    await owner.look('overview-green')
    await expectToFit(page)
    await page.getByRole('link', { name: /^Delivered ?1/ }).click()
    await title('Deliveries').waitFor()
    await page.getByRole('row', { name: /New route/ }).waitFor()
    expect(page.url()).toContain('status=success')
    await open()
    await page.getByRole('link', { name: /^Webhooks ?1/ }).click()
    await title('Webhooks').waitFor()
  })

  it('draws deliveries, in the colours of the theme; a sentence and a table say the same', async () => {
    await open()
    await page.getByRole('img', { name: 'Deliveries, each bar 15m: 1 delivered, 0 failed, 0 wait.' }).waitFor()
    await eventually(async () => expect(await page.evaluate(SHOWN_CHART)).toBeGreaterThan(0))
    const light = await page.evaluate<string>(SHOWN_COLOURS)
    expect(light).toContain('63,154,104')
    await page.evaluate("document.documentElement.dataset.theme = 'dark'")
    await eventually(async () => expect(await page.evaluate(SHOWN_COLOURS)).toContain('62,156,104'))
    await page.evaluate("document.documentElement.dataset.theme = 'light'")
    await page.getByRole('button', { name: 'Show as table' }).click()
    await page.getByRole('table', { name: 'Deliveries by time' }).getByRole('row').nth(1).waitFor()
    await owner.look('overview-table')
    await page.getByRole('button', { name: 'Show as table' }).click()
  })

  it('tells of an hour, a day or a week, as its address says', async () => {
    await open('?range=7d')
    await page.getByRole('img', { name: /each bar 6h/ }).waitFor()
    await page.getByRole('button', { name: '1 h', exact: true }).click()
    await page.getByRole('img', { name: /each bar 1m/ }).waitFor()
    expect(page.url()).toContain('range=1h')
    await page.getByRole('button', { name: '24 h', exact: true }).click()
    await page.getByRole('img', { name: /each bar 15m/ }).waitFor()
    expect(page.url()).not.toContain('range')
  })

  it('jumps to its panels by their numbers, and is reached by keys', async () => {
    await press(page, 'g', 'd')
    await title('Deliveries').waitFor()
    await press(page, 'g', 'o')
    await title('Overview').waitFor()
    await panel('Processes')
      .getByRole('row', { name: /standalone/ })
      .waitFor()
    for (const [key, words] of [
      ['1', 'Delivered'],
      ['2', 'Show as table'],
      ['3', 'Newest webhooks'],
      ['4', 'standalone'],
      ['5', 'Keys ending soon'],
      ['6', 'Mail today'],
    ] as const) {
      await press(page, key)
      expect(await page.evaluate('document.activeElement?.textContent')).toContain(words)
    }
  })

  it('shows its other parts to who may not see one of them, and says why', async () => {
    await rig.owner.json('POST', '/users', { ...WATCHER_FIELDS, _id: WATCHER.user, password: WATCHER.password })
    await rig.owner.json('POST', '/acl', {
      _id: 'watchers-see-processes',
      roles: ['watch'],
      predicate: "path('/admin/processes') and method('GET')",
      priority: 1,
    })
    const visit = await beginVisit(browser, rig.sluice.url)
    await visit.signIn(WATCHER)
    const region = (name: string) => visit.page.getByRole('region', { name, exact: true })
    await region('Processes')
      .getByRole('row', { name: /standalone.*Ready/ })
      .waitFor()
    await region('Deliveries').getByText('You may not see the counts').waitFor()
    expect(await visit.page.getByText('All well.').count()).toBe(0)
    await visit.look('overview-partly')
    await visit.leave([WATCHER.password])
  })

  it('says what fails since when, and leads to the failures', async () => {
    await makeWebhook(rig, { id: 'partner', name: 'Partner feed', condition: CONDITION, target: '/status/500' })
    await addRoute()
    await open()
    await page.getByText(/^Partner feed has failed since/).waitFor()
    await panel('Webhooks to look at').getByRole('link', { name: 'Partner feed', exact: true }).waitFor()
    await page.getByRole('link', { name: /^Failed ?1/ }).waitFor()
    await owner.look('overview-failing')
    await page.setViewportSize({ width: 390, height: 844 })
    await owner.look('overview-failing')
    await expectToFit(page)
    await page.setViewportSize({ width: 1920, height: 1080 })
    await owner.look('overview-failing')
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('link', { name: 'See failures' }).click()
    await title('Partner feed').waitFor()
    await page
      .getByRole('row', { name: /failed/ })
      .first()
      .waitFor()
  })

  it('shares its chart with the logs, where drawing over a part selects its time', async () => {
    await page.goto(`${rig.sluice.url}/console/deliveries`)
    const chart = page.locator('.u-over')
    await chart.waitFor()
    const box = await chart.boundingBox()
    if (box === null) throw new Error('The chart has no place.')
    await page.mouse.move(box.x + box.width / 2, box.y + 10)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width - 2, box.y + 12, { steps: 5 })
    await page.mouse.up()
    await page.waitForURL(/from=\d+.*to=\d+/)
    await page.getByLabel('From').waitFor()
    await owner.look('deliveries-selected')
    await owner.leave([OWNER.password])
  })

  it('asks for little while nobody is there', async () => {
    const visit = await beginVisit(browser, rig.sluice.url)
    // Its time goes on as that of others does, until it is sent forward.
    await visit.page.clock.install()
    await visit.signIn(OWNER)
    await visit.page.getByText(/^Partner feed has failed since/).waitFor()
    const asked: string[] = []
    let answered = 0
    visit.page.on('request', request => asked.push(new URL(request.url()).pathname))
    visit.page.on('requestfinished', () => {
      answered += 1
    })
    for (let minute = 0; minute < MINUTES; minute += 1) {
      await visit.page.clock.runFor(60_000)
      await eventually(() => expect(answered).toBeGreaterThanOrEqual(asked.length))
    }
    process.stderr.write(`Console: an idle overview asks ${asked.length / MINUTES} times a minute\n`)
    // An answer that comes late puts the next question off: it goes on asking, and never more than is promised.
    expect(asked.filter(path => path === '/admin/processes').length).toBeGreaterThan(1)
    expect(asked.length).toBeLessThanOrEqual(8 * MINUTES)
    await visit.leave([OWNER.password])
  })

  it('is not for who may not see the processes: a holder of keys begins with his own', async () => {
    for (const who of [HOLDER, STRANGER]) {
      const visit = await beginVisit(browser, rig.sluice.url)
      await visit.signIn(who)
      await visit.page.getByRole('heading', { level: 1, name: 'My keys' }).waitFor()
      expect(await visit.page.getByRole('link', { name: 'Overview' }).count()).toBe(0)
      await visit.page.goto(`${rig.sluice.url}/console/?range=7d`)
      await visit.page.getByRole('heading', { level: 1, name: 'My keys' }).waitFor()
      await visit.leave()
    }
  })
})
