import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { eventually } from '@sluice/testkit'
import type { Browser, Page } from 'playwright-core'
import { describeInBrowser } from './describe-in-browser.ts'
import { openBrowser } from './open-browser.ts'
import { HOLDER, OWNER } from './start-console.ts'
import { expectToFit, makeWebhook, startWebhooks, type WebhooksRig } from './start-webhooks.ts'
import { beginVisit, type Visit } from './visit.ts'

const KEPT = 'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href])'
const HIDE = `Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
document.dispatchEvent(new Event('visibilitychange'))`
const SEE = `delete document.visibilityState
document.dispatchEvent(new Event('visibilitychange'))`
/** The file of a page, and what makes it the file of another version. */
const CHUNK = /\/assets\/plugins-page-[^/]*\.js$/
const HASH = /-[\w-]{8}\.js$/
/** A hidden tab lets go of its stream a little earlier than that. */
const HIDDEN_MS = 31_000

type LoggedItems = { items: { _id: string; eventId: string; webhookId: string }[] }

describeInBrowser('what happens while one looks', () => {
  let rig: WebhooksRig
  let browser: Browser
  let owner: Visit
  let page: Page

  beforeAll(async () => {
    rig = await startWebhooks({ SMTP_URL: 'smtp://127.0.0.1:1', SMTP_FROM: 'sluice@example.com' })
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

  const send = (name: string) => rig.owner.text('POST', '/routes', { name })
  const rows = (on: Page = page) => on.getByRole('row', { name: /success/ })
  const button = (name: string, on: Page = page) => on.getByRole('button', { name, exact: true })
  const openLive = async (on: Page) => {
    await on.goto(`${rig.sluice.url}/console/webhooks/one?id=feed&tab=logs`)
    await button('Live', on).click()
  }

  it('in a log stands there when it has ended, without a reload', async () => {
    await openLive(page)
    await page.getByText('Live: entries stand here as they end.').waitFor()
    await send('one')
    await rows().first().waitFor()
    // What the webhook skipped comes too: requests of the set-up that were judged late.
    await page.getByText(/^(1 came, 1 shown\.|\d+ came, 1 shown\. Not shown: .+)$/).waitFor()
    await owner.look('log-live')
    await expectToFit(page)
  })

  it('is counted where the filters leave it out', async () => {
    const search = page.getByPlaceholder('Text of the summary')
    await search.fill('nothing has this')
    await page.getByText(/came, 0 shown\. Not shown: [1-9]\d*, skipped or left out by the filters\./).waitFor()
    await page.getByText('Nothing to show').waitFor()
    await owner.look('log-left-out')
    await search.clear()
    await rows().first().waitFor()
  })

  it('stands still while it is paused, and is shown when one goes on', async () => {
    await button('Pause').click()
    await send('two')
    await page.getByText('1 new').waitFor()
    expect(await rows().count()).toBe(1)
    await button('Resume').click()
    await eventually(async () => expect(await rows().count()).toBe(2))
  })

  it('is followed by two tabs of a browser, and a third one takes over when it is asked to', async () => {
    const second = await owner.newTab()
    await openLive(second)
    await second.getByText('Live: entries stand here as they end.').waitFor()
    const third = await owner.newTab()
    await openLive(third)
    await third.getByText('Live in other tabs.').waitFor()
    await button('Take over', third).click()
    await third.getByText('Live: entries stand here as they end.').waitFor()
    await eventually(async () => {
      const told = await Promise.all([page, second].map(tab => tab.getByText('Live in other tabs.').count()))
      expect(told.toSorted()).toEqual([0, 1])
    })
    await third.close()
    await second.close()
  })

  it('is followed by two of seven tabs; an eighth is there at once, and the others say that they are not live', async () => {
    await button('Stop').click()
    const tabs: Page[] = []
    for (let opened = 0; opened < 7; opened += 1) {
      const tab = await owner.newTab()
      tabs.push(tab)
      await openLive(tab)
    }
    const marks = async (name: string) => {
      const counts = await Promise.all(tabs.map(tab => tab.getByRole('img', { name, exact: true }).count()))
      return counts.filter(count => count > 0).length
    }
    await eventually(async () =>
      expect([await marks('Tail: Live'), await marks('Tail: Live elsewhere')]).toEqual([2, 5]),
    )
    const eighth = await owner.newTab()
    const begun = performance.now()
    await eighth.goto(`${rig.sluice.url}/console/keys`)
    await eighth.getByRole('heading', { level: 1, name: 'My keys' }).waitFor()
    process.stderr.write(
      `Console: beside seven tabs with tails a page took ${Math.round(performance.now() - begun)} ms\n`,
    )
    for (const tab of [...tabs, eighth]) await tab.close()
  })

  it('is let go by a hidden tab, which misses nothing', async () => {
    // Its time goes on as that of others does, until it is sent forward.
    await page.clock.install()
    await openLive(page)
    await page.getByText('Live: entries stand here as they end.').waitFor()
    await send('three')
    await rows().first().waitFor()
    await page.evaluate(HIDE)
    await page.clock.fastForward(HIDDEN_MS)
    await page.getByText('The tab was hidden, so the tail rests.').waitFor()
    await page.getByRole('img', { name: 'Tail: Resting' }).waitFor()
    await send('four')
    await page.evaluate(SEE)
    await eventually(async () => expect(await rows().count()).toBe(2))
    await button('Stop').click()
    await button('Refresh').waitFor()
  })

  it('is found by its id: a webhook, an entry, a request', async () => {
    const { items } = await rig.owner.json<LoggedItems>('GET', '/webhooks/feed/logs?status=success')
    const [entry] = items
    for (const [id, label] of [
      [entry?._id, /^Entry of a log/],
      [entry?.eventId, /^Event POST \/routes/],
    ] as const) {
      await page.keyboard.press('Control+k')
      // What was highlighted is no longer in the list when the id is found.
      await page.keyboard.press('ArrowUp')
      await page.keyboard.insertText(id ?? '')
      await page.getByRole('option', { name: label }).waitFor()
      await page.keyboard.press('Enter')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
    await page.getByRole('heading', { level: 1, name: 'POST /routes' }).waitFor()
    await page.getByRole('link', { name: 'Feed' }).waitFor()
    await owner.look('event')
    await expectToFit(page)
  })

  it('with a key that leaked: pasted, it is looked for nowhere, and ended', async () => {
    const body = { name: 'leaky', roles: ['reader'], expiresIn: 1 }
    const authorization = `Basic ${Buffer.from(`${HOLDER.user}:${HOLDER.password}`).toString('base64')}`
    const headers = { authorization, 'content-type': 'application/json' }
    const issued = await fetch(`${rig.sluice.url}/keys`, { method: 'POST', headers, body: JSON.stringify(body) })
    const { key } = await issued.json()
    const sent: string[] = []
    page.on('request', request => void (request.url().includes(key) && sent.push(request.url())))
    await page.keyboard.press('Control+k')
    await page.keyboard.insertText(key)
    await page.getByRole('option', { name: 'Report a leaked key' }).waitFor()
    expect(await page.getByRole('option').count()).toBe(1)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Report a leaked key' }).waitFor()
    await owner.look('leak')
    await button('End this key').click()
    await page.getByText(/It was live, belonged to nora, and is revoked/).waitFor()
    await owner.look('leak-reported')
    expect([await page.evaluate<string>(KEPT), sent.join()].join()).not.toContain(key)
    const tried = await fetch(`${rig.sluice.url}/whoami`, { headers: { authorization: `Bearer ${key}` } })
    expect(tried.status).toBe(401)
    await button('Done').click()
  })

  it('in a mail is shown as HTML, of which nothing runs and nothing is fetched', async () => {
    const bodyTemplate =
      '<h1 style="color: red">Order</h1><script>parent.x = 1</script><img src="http://elsewhere.test/a.png" onerror="alert(1)">' +
      '<p onclick="alert(1)">ready</p><a href="http://elsewhere.test/">go</a>'
    const email = { to: ['a@example.com'], cc: [], subject: 'Order', bodyType: 'html', bodyTemplate }
    await rig.owner.json('PUT', '/webhooks/mail', { type: 'email', name: 'Mail', condition: "path('/routes')", email })
    await send('five')
    const [entry] = await eventually(async () => {
      const found = await rig.owner.json<LoggedItems>('GET', '/webhooks/mail/logs?status=failed&status=pending')
      expect(found.items).toHaveLength(1)
      return found.items
    })
    const reader = await beginVisit(browser, rig.sluice.url)
    await reader.signIn(OWNER)
    await reader.page.goto(`${rig.sluice.url}/console/webhooks/entry?id=mail&entry=${entry?._id}`)
    await reader.page.getByRole('heading', { name: 'Outgoing Request' }).click()
    const mail = reader.page.frameLocator('iframe[title="The mail"]')
    await mail.getByRole('heading', { name: 'Order' }).waitFor()
    await mail.getByText('ready').click()
    expect(await mail.locator('script:not([nonce]), [onclick], [src], [href]').count()).toBe(0)
    await reader.look('entry-mail')
    await button('As text', reader.page).click()
    await reader.page.getByRole('figure', { name: /^Body \d+ bytes/ }).waitFor()
    // The policy stops them before they are taken out, which the browser tells.
    await expect(reader.leave()).rejects.toThrow(/inline event handler/)
  })

  it('beside it: the settings of the gateway, without its secrets', async () => {
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByText('Settings of this gateway').click()
    await page.getByText('SLUICE_ADMIN_PASSWORD').waitFor()
    await page.getByRole('listitem').filter({ hasText: 'standalone' }).waitFor()
    expect(await page.content()).not.toContain(OWNER.password)
    // A field that lies half under the bar on top is smaller than a finger.
    await page.evaluate('scrollTo(0, 0)')
    await owner.look('settings-about')
  })

  it('to the gateway under an open tab: the next page comes after a reload, and unsaved text is there', async () => {
    const visit = await beginVisit(browser, rig.sluice.url)
    const tab = visit.page
    await visit.signIn(OWNER)
    await tab.goto(`${rig.sluice.url}/console/users/one?user=${HOLDER.user}`)
    await tab.getByLabel('Roles', { exact: true }).fill('crew upgraded')
    await eventually(async () => expect(await tab.evaluate<string>(KEPT)).toContain('crew upgraded'))
    await tab.route(CHUNK, route => void route.continue({ url: route.request().url().replace(HASH, '-AAAAAAAA.js') }))
    await tab.getByRole('link', { name: 'Plugins' }).hover()
    await tab.getByText('Sluice was upgraded').waitFor()
    await tab.unroute(CHUNK)
    tab.once('dialog', question => void question.accept())
    await button('Reload', tab).click()
    await tab.getByText(/There is unsaved text of/).waitFor()
    await tab.route(CHUNK, route => void route.continue({ url: route.request().url().replace(HASH, '-AAAAAAAA.js') }), {
      times: 1,
    })
    await tab.getByRole('link', { name: 'Plugins' }).click()
    await tab.getByRole('heading', { level: 1, name: 'Plugins' }).waitFor()
    await visit.context.close()
  })

  it('leaves nothing behind', async () => {
    await owner.leave([OWNER.password])
  })
})
