import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { eventually } from '@sluice/testkit'
import type { Browser, Page, Request } from 'playwright-core'
import { userClient } from '../http-client.ts'
import { describeInBrowser } from './describe-in-browser.ts'
import { openBrowser } from './open-browser.ts'
import { OWNER } from './start-console.ts'
import { makeWebhook, startWebhooks, type WebhooksRig } from './start-webhooks.ts'
import { beginVisit, type Visit } from './visit.ts'

/** May make webhooks, as long as nobody takes that away. */
const BUILDER = { user: 'bea', password: 'somebody who makes webhooks' }
const SECRET = 'a password of a mail server'
const SHOP = {
  _id: 'shop',
  descriptor: { name: 'Shop', uri: 'shop' },
  schema: 'type Query { routes: [Route] } type Route { origin: String }',
  mappings: { Query: { routes: { db: 'sluice', collection: 'routes' } } },
}
const THEIRS = 'query Theirs { routes { origin } }'
const MINE = 'query Mine { routes { origin } }'

// Evaluated in the page.
const SEEN_AGAIN = "window.dispatchEvent(new Event('visibilitychange'))"
const KEPT = 'JSON.stringify({ ...sessionStorage })'
const FOCUSED = 'document.activeElement?.tagName'

type KeptTexts = Readonly<Record<string, string>>

describeInBrowser('what is typed in the console and not saved yet', () => {
  let rig: WebhooksRig
  let browser: Browser
  let owner: Visit
  let page: Page

  beforeAll(async () => {
    rig = await startWebhooks()
    await rig.owner.json('POST', '/plugins/webhooks/enable')
    await makeWebhook(rig, { id: 'hook', name: 'Hook', condition: "path('/routes')", target: '/x' })
    await rig.owner.json('POST', '/gql-apps', SHOP)
    browser = await openBrowser()
    owner = await beginVisit(browser, rig.sluice.url)
    page = owner.page
    await owner.signIn(OWNER)
  })
  afterAll(async () => {
    await browser.close()
    await rig.stop()
  })

  const goTo = async (path: string, title: string) => {
    await page.goto(`${rig.sluice.url}/console${path}`)
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    await page.getByRole('status', { name: /^Loading/ }).waitFor({ state: 'detached' })
  }
  const dialog = () => page.getByRole('alertdialog')
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const field = (name: string) => page.getByLabel(name, { exact: true })
  const editor = (name: string) => page.getByRole('textbox', { name, exact: true })
  const view = (name: string) =>
    page.getByRole('navigation', { name: 'Views of the app' }).getByRole('link', { name }).click()
  const retype = async (name: string, text: string) => {
    await editor(name).click()
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Delete')
    await page.keyboard.insertText(text)
  }
  const documents = () => rig.owner.json<KeptTexts>('GET', '/gql-apps/shop/documents')
  /** Comes back to the tab until that has asked for a path once more, and was answered. */
  const comeBack = async (path: string) => {
    let isAnswered = false
    const note = (request: Request) => {
      isAnswered ||= new URL(request.url()).pathname === path
    }
    page.on('requestfinished', note)
    await eventually(async () => {
      await page.evaluate(SEEN_AGAIN)
      return isAnswered
    })
    page.off('requestfinished', note)
  }
  /** Comes back to the tab until it says something. */
  const comeBackTo = (text: string) =>
    eventually(async () => {
      await page.evaluate(SEEN_AGAIN)
      expect(await page.getByText(text).count()).toBe(1)
    })

  it('stays in the form of the mail server while one looks for its password in another tab', async () => {
    await goTo('/webhooks/mail', 'Mail server')
    await field('Host').fill('smtp.example.com')
    await field('Password').fill(SECRET)
    await comeBack('/webhooks/mail-server')
    expect(await field('Host').inputValue()).toBe('smtp.example.com')
    expect(await field('Password').inputValue()).toBe(SECRET)
  })

  it('is asked about before the mail server is left, and offered again without its password', async () => {
    await eventually(async () => expect(await page.evaluate<string>(KEPT)).toContain('smtp.example.com'))
    expect(await page.evaluate<string>(KEPT)).not.toContain(SECRET)
    await page.getByRole('link', { name: 'Webhooks' }).first().click()
    await dialog().getByRole('button', { name: 'Leave' }).click()
    await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor()
    await page.getByRole('link', { name: 'Mail server' }).click()
    await page.getByText('There is unsaved text of').waitFor()
    await button('Restore').click()
    expect(await field('Host').inputValue()).toBe('smtp.example.com')
    expect(await field('Password').inputValue()).toBe('')
  })

  it.each([
    ['a webhook', '/webhooks/one?id=hook', 'Hook'],
    ['the copy of a webhook', '/webhooks/new?from=hook', 'New Webhook'],
  ])('stays in the form of %s where that can not be fetched anew', async (_, address, title) => {
    const url = `${rig.sluice.url}/webhooks/hook`
    await goTo(address, title)
    await editor('Name').fill('typed over it')
    await page.route(url, route => route.abort())
    await comeBackTo('What is shown is of')
    expect(await editor('Name').inputValue()).toBe('typed over it')
    await page.unroute(url)
    await button('Retry').click()
    await page.getByText('What is shown is of').waitFor({ state: 'detached' })
    expect(await editor('Name').inputValue()).toBe('typed over it')
  })

  it('leaves the focus where one types, while somebody else gives the thing another name', async () => {
    await goTo('/webhooks/one?id=hook', 'Hook')
    await editor('Name').focus()
    await rig.owner.json('PATCH', '/webhooks/hook', { name: 'Renamed' })
    await eventually(async () => {
      await page.evaluate(SEEN_AGAIN)
      expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Renamed')
    })
    expect(await page.evaluate(FOCUSED)).toBe('INPUT')
  })

  it('stays in the settings of an app over its other views, and is asked about before the app is left', async () => {
    await goTo('/graphql/app?id=shop&tab=settings', 'Shop')
    await field('Deepest nesting').fill('7')
    await view('Use it')
    await view('Settings')
    expect(await field('Deepest nesting').inputValue()).toBe('7')
    await page.getByRole('link', { name: 'Webhooks' }).first().click()
    await dialog().getByRole('heading', { name: 'Leave without saving' }).waitFor()
    await dialog().getByRole('button', { name: 'Stay' }).click()
  })

  it('stays in the settings of an app where somebody else has saved others, and can be kept over theirs', async () => {
    await rig.owner.json('PATCH', '/gql-apps/shop', { descriptor: { description: 'theirs' } })
    await comeBackTo('Somebody has saved other settings.')
    expect(await field('Deepest nesting').inputValue()).toBe('7')
    await button('Keep mine').click()
    expect(await field('Description').inputValue()).toBe('theirs')
    await button('Save settings').click()
    await page.getByText('All is saved.').waitFor()
    const { descriptor } = await rig.owner.json<typeof SHOP>('GET', '/gql-apps/shop')
    expect(descriptor).toMatchObject({ description: 'theirs', limits: { maxDepth: 7 } })
  })

  it('in the settings of an app is compared with a version that was saved after it, once it is restored', async () => {
    await field('Deepest nesting').fill('8')
    await eventually(async () => expect(await page.evaluate<string>(KEPT)).toContain('app-settings.shop'))
    await rig.owner.json('PATCH', '/gql-apps/shop', { descriptor: { description: 'theirs, later' } })
    page.once('dialog', question => void question.accept())
    await page.reload()
    await button('Restore').click()
    await page.getByText('Somebody has saved other settings.').waitFor()
    expect(await field('Deepest nesting').inputValue()).toBe('8')
    await button('Take theirs').click()
    expect(await field('Deepest nesting').inputValue()).toBe('7')
    expect(await field('Description').inputValue()).toBe('theirs, later')
    await page.getByText('All is saved.').waitFor()
  })

  it('stays in the explorer of an app over its other views', async () => {
    await view('Explorer')
    await retype('Query', '{ routes { origin } } # typed')
    await view('Use it')
    await view('Explorer')
    await eventually(async () => expect(await editor('Query').innerText()).toContain('# typed'))
  })

  it('stays in the field of a trusted document that is refused', async () => {
    await view('Trusted documents')
    await retype('Document', 'query Wrong { nothing }')
    await button('Add document').click()
    await page.getByText('The trusted documents are as they were.').waitFor()
    expect(await editor('Document').innerText()).toContain('query Wrong')
  })

  it('is added to the trusted documents that somebody else has added meanwhile', async () => {
    const hash = createHash('sha256').update(THEIRS).digest('hex')
    await rig.owner.json('PUT', '/gql-apps/shop/documents', { [hash]: THEIRS })
    await retype('Document', MINE)
    await button('Add document').click()
    await page.getByRole('row', { name: /Mine/ }).waitFor()
    expect(Object.values(await documents()).sort()).toEqual([MINE, THEIRS])
    await eventually(async () => expect(await editor('Document').innerText()).not.toContain('Mine'))
  })

  it('stays beside lists: what was fetched last is shown where nothing newer comes', async () => {
    const apps = (url: URL) => url.pathname === '/gql-apps'
    await goTo('/graphql', 'GraphQL apps')
    await page.getByRole('link', { name: 'Shop' }).waitFor()
    await page.route(apps, route => route.abort())
    await comeBackTo('What is shown is of')
    expect(await page.getByRole('link', { name: 'Shop' }).count()).toBe(1)
    await page.unroute(apps)
    // The browser has said of each request that was cut off that it failed.
    await owner.context.close()
  })

  it('stays when the leave to save it is taken away, which is said', async () => {
    await rig.owner.json('POST', '/users', { _id: BUILDER.user, password: BUILDER.password, roles: ['builder'] })
    await rig.owner.json('POST', '/acl', {
      _id: 'builders',
      roles: ['builder'],
      predicate: "path-prefix('/webhooks')",
    })
    const builder = await beginVisit(browser, rig.sluice.url)
    await builder.signIn(BUILDER)
    await builder.page.goto(`${rig.sluice.url}/console/webhooks/new`)
    const name = builder.page.getByRole('textbox', { name: 'Name', exact: true })
    await name.fill('typed before')
    await builder.page.getByRole('link', { name: 'Webhooks' }).first().waitFor()
    await rig.owner.text('DELETE', '/acl/builders')
    const client = userClient(rig.sluice.url, { name: BUILDER.user, password: BUILDER.password })
    await eventually(async () => expect(await client.status('GET', '/webhooks')).toBe(403))
    await builder.page.getByRole('button', { name: 'Save Webhook' }).click()
    await builder.page.getByText('You may not make webhooks any more.').waitFor()
    expect(await name.inputValue()).toBe('typed before')
    await builder.leave([BUILDER.password])
  })
})
