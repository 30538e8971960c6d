import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { BAD_SETTINGS } from '@sluice/graphql-apps/bad-inputs'
import { BAD_KEYS } from '@sluice/keys/bad-inputs'
import { eventually } from '@sluice/testkit'
import {
  BAD_MAILS,
  BAD_WEBHOOKS,
  type BadWebhook,
  GOOD_MAIL,
  GOOD_WEBHOOK,
} from '@sluice/webhook-dispatcher/bad-inputs'
import type { Browser, Page, Route } from 'playwright-core'
import { describeInBrowser } from './describe-in-browser.ts'
import { type FaultyText, faultyApp, faultySchemas, unreadableApps } from './faulty-apps.ts'
import { openBrowser } from './open-browser.ts'
import { HOLDER, OWNER } from './start-console.ts'
import { startWebhooks, type WebhooksRig } from './start-webhooks.ts'
import { beginVisit, type Visit } from './visit.ts'

type Refusal = { errors?: { path: string; message: string }[] }

/** Evaluated in the page: what is said at its fields. */
const SAID_AT_FIELDS = `(() => {
  const wrong = [...document.querySelectorAll('[aria-invalid=true], fieldset[aria-describedby]')]
  const ids = wrong.flatMap(field => (field.getAttribute('aria-describedby') ?? '').split(' '))
  return ids.map(id => document.getElementById(id)?.textContent ?? '').join('\\n')
})()`

/** The buttons that send a form. */
const SAVES = /^(Save|Issue)\b/

describeInBrowser('what the API says is wrong stands at its field or mark:', () => {
  let rig: WebhooksRig
  let browser: Browser
  let owner: Visit
  let nora: Visit
  const counts = { placed: 0, all: 0 }

  beforeAll(async () => {
    rig = await startWebhooks({ WEBHOOK_ALLOW_CIDRS: '127.0.0.1/32:9' })
    await rig.owner.json('POST', '/plugins/webhooks/enable')
    browser = await openBrowser()
    owner = await beginVisit(browser, rig.sluice.url, { viewport: { width: 1440, height: 1200 } })
    nora = await beginVisit(browser, rig.sluice.url)
    await owner.signIn(OWNER)
    await nora.signIn(HOLDER)
  })
  afterAll(async () => {
    process.stderr.write(`Console: ${counts.placed} of ${counts.all} bad inputs are told at their field or mark\n`)
    await browser.close()
    await rig.stop()
  })

  const goTo = async (page: Page, path: string, title: string) => {
    await page.goto(`${rig.sluice.url}/console${path}`)
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
  }
  type Sending = { page: Page; path: string; body: string; submit(): Promise<void> }
  /** What the form sends has another body: it is answered by the service itself. */
  const expectAtFields = async ({ page, path, body, submit }: Sending) => {
    counts.all += 1
    const url = `${rig.sluice.url}${path}`
    const replace = (route: Route) =>
      route.request().method() === 'GET' ? route.fallback() : route.continue({ postData: body })
    await page.route(url, replace)
    // What is still being saved is not saved a second time.
    await page.getByRole('button', { name: SAVES, disabled: false }).last().waitFor()
    const answered = page.waitForResponse(response => response.url() === url && response.status() === 400)
    await submit()
    const { errors = [] }: Refusal = await (await answered).json()
    await page.unroute(url, replace)
    expect(errors).not.toEqual([])
    await eventually(async () => {
      const said = await page.evaluate<string>(SAID_AT_FIELDS)
      for (const { message } of errors) expect(said).toContain(message)
    })
    counts.placed += 1
  }

  /** No form has a field for what no webhook has; the summary names it. */
  const hasField = ([, , { path }]: BadWebhook) => path !== 'retries'

  it('of webhooks', async () => {
    const { page } = owner
    await goTo(page, '/webhooks/new', 'New Webhook')
    await page.getByRole('switch', { name: 'By template' }).click()
    for (const [, change] of BAD_WEBHOOKS.filter(hasField)) {
      const body = JSON.stringify({ ...GOOD_WEBHOOK, ...change })
      await expectAtFields({ page, path: '/webhooks', body, submit: () => page.keyboard.press('Control+s') })
    }
  })

  it('of webhooks that send mails', async () => {
    const { page } = owner
    await goTo(page, '/webhooks/new?type=email', 'New Webhook')
    for (const [, change] of BAD_MAILS) {
      const body = JSON.stringify({ ...GOOD_MAIL, email: { ...GOOD_MAIL.email, ...change } })
      await expectAtFields({ page, path: '/webhooks', body, submit: () => page.keyboard.press('Control+s') })
    }
  })

  it('of keys', async () => {
    const { page } = nora
    await page.getByRole('button', { name: 'Issue key' }).first().click()
    const name = page.getByLabel('Name')
    for (const [body] of BAD_KEYS.filter(([, , path]) => path)) {
      await expectAtFields({ page, path: '/keys', body, submit: () => name.press('Enter') })
    }
  })

  it('of the settings of apps', async () => {
    const { page } = owner
    await rig.owner.json('POST', '/gql-apps', {
      _id: 'shop',
      descriptor: { name: 'Shop', uri: 'shop' },
      schema: 'type Query { a: [A] } type A { b: Int }',
      mappings: { Query: { a: { db: 'sluice', collection: 'routes' } } },
    })
    await goTo(page, '/graphql/app?id=shop&tab=settings', 'Shop')
    await page.getByRole('switch', { name: 'Enabled' }).click()
    const name = page.getByLabel('Name')
    for (const [, descriptor] of BAD_SETTINGS) {
      const body = JSON.stringify({ descriptor })
      await expectAtFields({ page, path: '/gql-apps/shop', body, submit: () => name.press('Enter') })
    }
  })

  const retype = async (name: string, text: string) => {
    const { page } = owner
    await page.getByRole('textbox', { name, exact: true }).click()
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Delete')
    await page.keyboard.insertText(text)
  }
  /** Each is in the list, with a place that is within the lines it was written in. */
  const expectMarks = async (where: 'Schema' | 'Mappings', { faults, schema, mappings }: FaultyText) => {
    const { page } = owner
    await retype('Schema', schema)
    await retype('Mappings', mappings)
    counts.all += faults.length
    const list = page.getByRole('region', { name: 'Faults' }).getByRole('listitem')
    await eventually(async () => {
      const told = (await list.allInnerTexts()).map(text => text.replaceAll(/\s+/g, ' '))
      for (const { message, lines } of faults) {
        const places = told
          .filter(text => message.test(text))
          .map(text => Number(new RegExp(`^${where} (\\d+):`).exec(text)?.[1]))
        expect({ message, lines, places, isPlaced: places.some(at => at >= lines.from && at <= lines.to) }).toEqual(
          expect.objectContaining({ isPlaced: true }),
        )
      }
    })
    counts.placed += faults.length
  }

  it('of mappings', async () => {
    await goTo(owner.page, '/graphql/app?id=shop', 'Shop')
    await expectMarks('Mappings', faultyApp())
    for (const unreadable of unreadableApps()) await expectMarks('Mappings', unreadable)
  })

  it('of schemas', async () => {
    for (const faulty of faultySchemas()) await expectMarks('Schema', faulty)
  })

  it('and nothing else is wrong on these pages', async () => {
    expect(counts.placed).toBe(counts.all)
    await nora.leave([HOLDER.password])
    await owner.leave([OWNER.password])
  })
})
