import { afterAll, beforeAll, expect, it } from '@jest/globals'
import type { Browser } from 'playwright-core'
import { describeInBrowser } from './describe-in-browser.ts'
import { openBrowser } from './open-browser.ts'
import { openPage, PAGES } from './pages.ts'
import { OWNER } from './start-console.ts'
import { makeWebhook, startWebhooks, type WebhooksRig } from './start-webhooks.ts'
import { beginVisit, type Visit } from './visit.ts'

// Evaluated in the page.
const PLANT_HANDLER = "document.body.setAttribute('onclick', 'planted()')"
const PLANT_PICTURE = "document.body.append(Object.assign(new Image(), { src: 'http://elsewhere.test/a.png' }))"
const PLANT_CALL = "fetch('http://elsewhere.test/').catch(() => undefined)"
const PLANT_ERROR = "setTimeout(() => { throw new Error('planted') })"
const IS_PLANTED = 'globalThis.planted === true'

describeInBrowser('the policy of the console', () => {
  let rig: WebhooksRig
  let browser: Browser

  beforeAll(async () => {
    rig = await startWebhooks()
    await rig.owner.json('POST', '/plugins/webhooks/enable')
    await makeWebhook(rig, { id: 'hook', name: 'Webhook', condition: "path('/routes')", target: '/x' })
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser.close()
    await rig.stop()
  })

  const visit = (options = {}) => beginVisit(browser, rig.sluice.url, options)
  /** Something is planted in the page: the browser says so, and no test passes that sees it. */
  const expectNoticed = async ({ page, leave }: Visit, script: string, words: RegExp) => {
    const said = Promise.race([page.waitForEvent('console'), page.waitForEvent('pageerror')])
    await page.evaluate(script)
    await said
    await expect(leave()).rejects.toThrow(words)
  }

  it('is broken by no page: nothing leaves its origin, nothing is blocked, nothing throws', async () => {
    const owner = await visit({ fetchesAhead: true })
    const origins = new Set<string>()
    owner.page.on('request', request => origins.add(new URL(request.url()).protocol + new URL(request.url()).host))
    await owner.signIn(OWNER)
    for (const { path } of PAGES) await openPage(owner.page, `${rig.sluice.url}/console${path}`, /./)
    origins.delete('data:')
    expect([...origins]).toEqual([`http:${new URL(rig.sluice.url).host}`])
    await owner.leave([OWNER.password])
  })

  it('stops a script that somebody has planted in the page, and the tests would notice it', async () => {
    const stranger = await visit()
    await stranger.page.route(/\/console$/, async route => {
      const answer = await route.fetch({ headers: { ...route.request().headers(), 'accept-encoding': 'identity' } })
      const body = (await answer.text()).replace('</body>', '<script>globalThis.planted = true</script></body>')
      await route.fulfill({ response: answer, body })
    })
    const said = stranger.page.waitForEvent('console')
    await stranger.page.goto(`${rig.sluice.url}/console`)
    await said
    await stranger.page.getByRole('heading', { name: /^Sign in/ }).waitFor()
    expect(await stranger.page.evaluate(IS_PLANTED)).toBe(false)
    await expect(stranger.leave()).rejects.toThrow(/Content Security Policy/)
  })

  it('stops a text that would become a script, by Trusted Types', async () => {
    const stranger = await visit()
    await stranger.page.goto(`${rig.sluice.url}/console`)
    await expect(stranger.page.evaluate(PLANT_HANDLER)).rejects.toThrow(/TrustedScript/)
    await stranger.context.close()
  })

  it.each([
    ['a picture of another host', PLANT_PICTURE, /Content Security Policy/],
    ['a call to another host', PLANT_CALL, /Content Security Policy/],
    ['an error that nobody catches', PLANT_ERROR, /uncaught: planted/],
  ])('would let no test pass with %s', async (_, script, words) => {
    const stranger = await visit()
    await stranger.page.goto(`${rig.sluice.url}/console`)
    await stranger.page.getByRole('heading', { name: /^Sign in/ }).waitFor()
    await expectNoticed(stranger, script, words)
  })
})
