import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { eventually } from '@sluice/testkit'
import type { Page } from 'playwright-core'
import { press } from './count-inputs.ts'
import { describeInBrowser } from './describe-in-browser.ts'
import { openPage } from './pages.ts'
import { OWNER } from './start-console.ts'
import { addRoute } from './start-demo.ts'
import { type JourneysRig, signInOwner, startJourneys, type Walker } from './start-journeys.ts'
import { expectToFit, makeWebhook } from './start-webhooks.ts'

const CONDITION = "path('/routes') and method('POST')"

type FailedBuckets = { buckets: readonly { failed: number }[] }
type KeptEvent = { webhooks: readonly { name: string; status: string }[] }

describeInBrowser('a way of who operates it, within its count of clicks and of keys,', () => {
  let rig: JourneysRig
  let owner: Walker
  let page: Page
  const secrets: string[] = [OWNER.password]

  beforeAll(async () => {
    rig = await startJourneys()
    await makeWebhook(rig, { id: 'broken', name: 'Broken', condition: CONDITION, target: '/status/500' })
    owner = await rig.newWalker()
    page = owner.page
    await signInOwner(owner)
    await owner.visit.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  })
  afterAll(() => rig.stop())

  /** Sends a request. @returns the id that stands in its answer */
  const sendRoute = async (origin: string): Promise<string> => {
    const answer = await rig.owner.answer('POST', '/routes', { origin, destination: 'LIT', flights: 1 })
    expect(answer.status).toBe(201)
    return answer.headers.get('x-request-id') ?? ''
  }
  const outcomes = (id: string) =>
    eventually(async () => {
      const { webhooks } = await rig.owner.json<KeptEvent>('GET', `/events/${id}`)
      const told = webhooks.find(({ name }) => name === 'Broken')
      expect(told?.status).toBe('failed')
    })
  const outcome = (status: string) => page.getByRole('row', { name: new RegExp(`Broken.*${status}`) })
  const shown = (id: string) => page.waitForURL(url => url.searchParams.get('id') === id)

  it('finds a request by the id of its answer, with what every webhook did about it: by mouse', async () => {
    const id = await sendRoute('SFO')
    await outcomes(id)
    await owner.begin()
    await page.evaluate(`navigator.clipboard.writeText(' ${id}\\n')`)
    await owner.button('Search or go to').click()
    await page.getByRole('combobox', { name: 'Search or go to' }).waitFor()
    await press(page, 'Control+v')
    await owner.title('POST /routes').waitFor()
    await outcome('failed').waitFor()
    await owner.inputs.expectAtMost('clicks', 1)
  })

  it('finds a request by the id of its answer, with what every webhook did about it: by keys', async () => {
    const id = await sendRoute('DEN')
    await outcomes(id)
    await owner.begin()
    await page.evaluate(`navigator.clipboard.writeText('${id}')`)
    await press(page, 'Control+k')
    await page.getByRole('combobox', { name: 'Search or go to' }).waitFor()
    await press(page, 'Control+v')
    await shown(id)
    await outcome('failed').waitFor()
    await owner.inputs.expectAtMost('keys', 3)
  })

  it('leads to the requests before and after one, by keys', async () => {
    const ids = [await sendRoute('AAA'), await sendRoute('BBB'), await sendRoute('CCC')]
    const [first = '', second = '', third = ''] = ids
    await outcomes(third)
    await openPage(page, `${rig.sluice.url}/console/events?id=${second}`, 'POST /routes')
    await owner.button('Older event').waitFor()
    await press(page, ']')
    await shown(first)
    await owner.button('Newer event').waitFor()
    await press(page, '[')
    await shown(second)
    await owner.button('Newer event').click()
    await shown(third)
    await outcome('failed').waitFor()
    await owner.visit.look('event-failed')
    await expectToFit(page)
  })

  it('delivers again from the request, and sees there what became of it', async () => {
    await rig.owner.json('PATCH', '/webhooks/broken', { url: `${rig.receiver.url}/mended` })
    await outcome('failed').getByRole('button', { name: 'Redeliver' }).click()
    await outcome('2 deliveries.*success').waitFor()
    expect(rig.receiver.deliveries.at(-1)?.path).toBe('/mended')
    await owner.visit.look('event-redelivered')
  })

  it('counts the deliveries of each status, and delivers again those that are chosen', async () => {
    // What was counted is written a moment after its delivery, and a page that is open asks for it once a minute.
    await eventually(async () => {
      const { buckets } = await rig.owner.json<FailedBuckets>('GET', '/webhooks/stats?webhook=broken&step=15m')
      expect(buckets.reduce((all, { failed }) => all + failed, 0)).toBe(5)
    })
    await openPage(page, `${rig.sluice.url}/console/deliveries?webhook=broken`, 'Deliveries')
    await page.getByRole('button', { name: /^failed ?5$/ }).click()
    await eventually(async () => expect(await page.getByRole('row', { name: /failed/ }).count()).toBe(5))
    await press(page, 'j', 'x', 'j', 'x')
    await owner.visit.look('deliveries-chosen')
    await owner.button('Redeliver 2 chosen').click()
    await owner.visit.look('deliveries-redeliver-chosen')
    await owner.button('Redeliver 2').click()
    await page.getByText('2 are delivered again.').waitFor()
    await owner.button('Redeliver 2 chosen').waitFor({ state: 'detached' })
    await eventually(() => expect(rig.receiver.deliveries.filter(({ path }) => path === '/mended')).toHaveLength(3))
  })

  /** Only the address is left to type. */
  const filledIn = async () => {
    await owner.title('New Webhook').waitFor()
    await owner.waitForFocus(page.getByLabel('URL'))
    const condition = page.getByRole('textbox', { name: 'Condition' })
    await eventually(async () => expect(await condition.innerText()).toBe(CONDITION))
    await page.getByText('Would have matched').waitFor()
    await page.keyboard.type(`${rig.receiver.url}/live`)
  }
  const saved = async () => {
    await page.getByRole('heading', { name: '“POST /routes” is saved' }).waitFor()
    secrets.push(await page.getByRole('textbox', { name: 'Secret' }).inputValue())
    await owner.button('Copy').click()
    await owner.button('Done').click()
    await owner.title('POST /routes').waitFor()
  }
  const seenLive = async () => {
    await page.getByText('Live: requests stand here when they are over.').waitFor()
    await page.getByRole('img', { name: 'Tail: Live', exact: true }).waitFor()
    await addRoute(rig, 'JFK')
    await page.getByRole('row').filter({ hasText: 'POST /routes' }).first().waitFor()
  }

  it('makes a webhook of a request seen live, tests it and saves it: by mouse', async () => {
    await owner.begin()
    await owner.link('Live').click()
    await seenLive()
    await owner.link('Make a webhook of POST /routes').first().click()
    await filledIn()
    await owner.button('Test Webhook').click()
    await page.getByText(/The target answered 200 in/).waitFor()
    await owner.button('Save Webhook').click()
    await owner.inputs.expectAtMost('clicks', 6)
    await saved()
  })

  it('makes a webhook of a request seen live, tests it and saves it: by keys', async () => {
    await owner.begin()
    await press(page, 'g', 'l')
    await seenLive()
    await press(page, 'j', 'm')
    await filledIn()
    await press(page, 'Control+Enter')
    await page.getByText(/The target answered 200 in/).waitFor()
    await press(page, 'Control+s')
    await owner.inputs.expectAtMost('keys', 12)
    await saved()
  })

  it('leaves nothing secret behind', async () => {
    await owner.visit.leave(secrets)
  })
})
