import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { eventually } from '@sluice/testkit'
import type { Browser, Page } from 'playwright-core'
import { assistantClients } from '../mcp/assistant-clients.ts'
import { describeInBrowser } from './describe-in-browser.ts'
import { openBrowser } from './open-browser.ts'
import { openPage } from './pages.ts'
import { OWNER } from './start-console.ts'
import { expectToFit, makeWebhook, startWebhooks, type WebhooksRig } from './start-webhooks.ts'
import { beginVisit, type Visit } from './visit.ts'

const LIVE = 'Live: requests stand here when they are over.'

describeInBrowser('the page of live requests', () => {
  let rig: WebhooksRig
  let browser: Browser
  let owner: Visit
  let page: Page

  beforeAll(async () => {
    rig = await startWebhooks()
    await rig.owner.json('POST', '/plugins/webhooks/enable')
    await makeWebhook(rig, { id: 'feed', name: 'Feed', condition: "path('/routes')", target: '/ok' })
    browser = await openBrowser()
    owner = await beginVisit(browser, rig.sluice.url)
    page = owner.page
    await owner.signIn(OWNER)
  })
  afterAll(async () => {
    await browser.close()
    await rig.stop()
  })

  const row = (name: string, on: Page = page) => on.getByRole('row').filter({ hasText: name })
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const openLive = async (search = '') => {
    await openPage(page, `${rig.sluice.url}/console/live${search}`, 'Live')
    await page.getByText(LIVE).waitFor()
  }

  it('says what makes something happen while nothing does', async () => {
    await openLive()
    await page.getByText('Nothing yet').waitFor()
    await owner.look('live-empty')
  })

  it('shows a request when it is over, with who sent it and what it fired', async () => {
    await rig.owner.text('POST', '/routes', { name: 'one' })
    const shown = row('POST /routes')
    await shown.waitFor()
    expect(await shown.innerText()).toMatch(/201\s+\d+\s+admin\s+Feed/)
    await owner.look('live')
    await expectToFit(page)
  })

  it('leaves out what the console itself asks, and says how much that is', async () => {
    const other = await owner.newTab()
    await openPage(other, `${rig.sluice.url}/console/keys`, 'My keys')
    await other.close()
    await page.getByText(/The console’s own \d+ are not\./).waitFor()
    expect(await row('/whoami').count()).toBe(0)
    await page.getByRole('switch', { name: 'The console’s own, too' }).click()
    await eventually(async () => expect(await row('GET /').count()).toBeGreaterThan(0))
    expect(page.url()).toContain('mine=true')
  })

  it('shows those that its filters find, which stand in its address', async () => {
    await openLive('?method=GET&status=4xx')
    await rig.owner.text('POST', '/routes', { name: 'two' })
    await expect(rig.owner.text('GET', '/no-such-collection')).rejects.toThrow()
    await row('GET /no-such-collection').waitFor()
    expect(await row('POST /routes').count()).toBe(0)
  })

  it('stands still while it is paused, and forgets what came when it is cleared', async () => {
    await openLive('?method=POST')
    await page.keyboard.press('.')
    await page.getByText('Paused. What comes is kept, and shown when you go on.').waitFor()
    await rig.owner.text('POST', '/routes', { name: 'three' })
    await page.getByText(/^\d+ new$/).waitFor()
    expect(await row('POST /routes').count()).toBe(0)
    await button('Resume').click()
    await row('POST /routes').first().waitFor()
    await button('Clear').click()
    await eventually(async () => expect(await row('POST /routes').count()).toBe(0))
  })

  it('says that it is live only while its connection stands', async () => {
    const tail = /\/events\/tail$/
    let times = 0
    await page.route(tail, route => {
      times += 1
      return route.fulfill({ status: 503, body: 'Too busy.' })
    })
    await openPage(page, `${rig.sluice.url}/console/live`, 'Live')
    await eventually(() => times >= 2)
    expect(await page.getByText(LIVE).count()).toBe(0)
    expect(await page.getByText('Opening the tail …').count()).toBe(1)
    await page.unroute(tail)
    await page.getByText(LIVE).waitFor()
  })

  it('leads from a request to a webhook of it, to why it was let in, and to its event', async () => {
    await openLive('?method=POST')
    await rig.owner.text('POST', '/routes', { name: 'four' })
    const shown = row('POST /routes').first()
    await shown.getByRole('link', { name: 'Make a webhook of POST /routes' }).click()
    await page.getByRole('heading', { level: 1, name: 'New Webhook' }).waitFor()
    await page.getByRole('textbox', { name: 'Name' }).waitFor()
    expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('POST /routes')
    await page.goBack()
    await page.getByText(LIVE).waitFor()
    await rig.owner.text('POST', '/routes', { name: 'five' })
    await shown.getByRole('link', { name: 'Explain access to POST /routes' }).click()
    await page.getByRole('heading', { level: 1, name: 'Explain' }).waitFor()
    expect(page.url()).toContain('user=admin')
    await page.goBack()
    await page.getByText(LIVE).waitFor()
    await rig.owner.text('POST', '/routes', { name: 'six' })
    await shown.getByRole('link', { name: 'POST /routes', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'POST /routes' }).waitFor()
  })

  it('says which program has made a request, and which tool of an assistant', async () => {
    const [first] = assistantClients
    if (!first) throw new RangeError('There is no client.')
    await openLive()
    const api = `${rig.sluice.url}/routes`
    const authorization = `Basic ${btoa(`${OWNER.user}:${OWNER.password}`)}`
    await fetch(api, { headers: { authorization, 'sluice-client': 'importer/1.2' } })
    await row('by importer/1.2').waitFor()
    const client = await first[1](`${rig.sluice.url}/mcp`, authorization)
    await client.call('find_documents', { collection: 'routes' })
    await client.close()
    const shown = row('by tool find_documents')
    await shown.waitFor()
    await owner.look('live-tools')
    await expectToFit(page)
    await shown.getByRole('link', { name: 'GET /routes', exact: true }).click()
    await page.getByText('An assistant made it by the tool find_documents, in this call.').waitFor()
    await owner.look('event-of-a-tool')
    await expectToFit(page)
    await page.getByRole('link', { name: 'this call' }).click()
    await page.getByRole('heading', { level: 1, name: 'POST /mcp' }).waitFor()
    await page.goBack()
    await page.getByRole('link', { name: 'Feed' }).click()
    await page.getByText('Tool of an assistant').waitFor()
    await page.getByRole('definition').filter({ hasText: 'find_documents' }).waitFor()
  })

  it('leaves nothing secret behind', async () => {
    await owner.leave([OWNER.password])
  })
})
