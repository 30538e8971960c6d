import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { eventually } from '@sluice/testkit'
import type { Browser, Page } from 'playwright-core'
import { userClient } from '../http-client.ts'
import { describeInBrowser } from './describe-in-browser.ts'
import { openBrowser } from './open-browser.ts'
import { openPage } from './pages.ts'
import { HOLDER, OWNER } from './start-console.ts'
import { makeWebhook, startWebhooks, type WebhooksRig } from './start-webhooks.ts'
import { beginVisit, type Visit } from './visit.ts'

/** Names that somebody may choose. The last one is as long as it may be. */
const namesOf = (longest: number) => [
  'a/b/../c',
  '100 % of %2f',
  'say "it" \\ and \'that\'',
  '<script>document.title = "planted"</script>',
  'هيئة الطيران ← א',
  'n'.repeat(longest),
]

describeInBrowser('a name that somebody has chosen without thinking of others', () => {
  let rig: WebhooksRig
  let browser: Browser
  let owner: Visit
  let nora: Visit

  beforeAll(async () => {
    rig = await startWebhooks()
    await rig.owner.json('POST', '/plugins/webhooks/enable')
    browser = await openBrowser()
    owner = await beginVisit(browser, rig.sluice.url)
    nora = await beginVisit(browser, rig.sluice.url)
    await owner.signIn(OWNER)
    await nora.signIn(HOLDER)
  })
  afterAll(async () => {
    await browser.close()
    await rig.stop()
  })

  const dialog = (page: Page) => page.getByRole('alertdialog')
  const textOf = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
  const goTo = (page: Page, path: string, title: string) => openPage(page, `${rig.sluice.url}/console${path}`, title)
  /** Types the name where the dialog asks for it. */
  const confirm = async (page: Page, verb: string, name: string) => {
    await dialog(page).getByRole('button', { name: verb }).waitFor()
    const asked = dialog(page).getByRole('textbox')
    if ((await asked.count()) > 0) await asked.fill(name)
    await dialog(page).getByRole('button', { name: verb }).click()
  }

  it('stands at a key, which is listed, rotated and revoked', async () => {
    const { page } = nora
    const api = userClient(rig.sluice.url, { name: HOLDER.user, password: HOLDER.password })
    for (const name of namesOf(100)) {
      await api.json('POST', '/keys', { name })
      await goTo(page, '/keys', 'My keys')
      await page.getByText(name, { exact: true }).first().waitFor()
      await button(page, `Rotate ${name}`).click()
      await dialog(page).getByRole('button', { name: 'Rotate key' }).click()
      await page.getByRole('heading', { name: `Key “${name}” has a new secret`, exact: true }).waitFor()
      await button(page, 'Copy').click()
      await button(page, 'Done').click()
      await button(page, `Revoke ${name}`).click()
      await confirm(page, 'Revoke key', name)
      await page.getByText(`“${name}” is revoked.`, { exact: true }).waitFor()
    }
    expect(await api.json('GET', '/keys')).toEqual([])
  })

  it('stands at a webhook, which is listed, opened, changed and deleted', async () => {
    const { page } = owner
    for (const name of namesOf(199)) {
      await makeWebhook(rig, { id: 'hook', name, condition: "path('/nothing')", target: '/x' })
      await goTo(page, '/webhooks', 'Webhooks')
      await page.getByRole('link', { name, exact: true }).click()
      await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
      await textOf(page, 'Name').fill(`${name}!`)
      await button(page, 'Save').click()
      await page.getByRole('heading', { level: 1, name: `${name}!`, exact: true }).waitFor()
      expect(await rig.owner.json('GET', '/webhooks/hook')).toMatchObject({ name: `${name}!` })
      await button(page, 'More about this webhook').click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      await confirm(page, 'Delete webhook', `${name}!`)
      await page.getByText(`“${name}!” is deleted.`, { exact: true }).waitFor()
      expect(await rig.owner.status('GET', '/webhooks/hook')).toBe(404)
    }
  })

  it('stands at an app, which is listed, opened, changed and deleted', async () => {
    const { page } = owner
    const ids = ['a.b', 'Läden', '😀', 'shop', 'shop-2', 'shop-3']
    for (const [at, name] of namesOf(199).entries()) {
      const id = ids[at] ?? 'shop'
      await rig.owner.json('POST', '/gql-apps', {
        _id: id,
        descriptor: { name, uri: 'shop', enabled: false },
        schema: 'type Query { a: [A] } type A { b: Int }',
        mappings: { Query: { a: { db: 'sluice', collection: 'routes' } } },
      })
      await goTo(page, '/graphql', 'GraphQL apps')
      await page.getByRole('link', { name, exact: true }).click()
      await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
      await page.getByRole('link', { name: 'Settings', exact: true }).last().click()
      await textOf(page, 'Name').fill(`${name}!`)
      await button(page, 'Save settings').click()
      await page.getByRole('heading', { level: 1, name: `${name}!`, exact: true }).waitFor()
      await button(page, 'More about this app').click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      await confirm(page, 'Delete app', `${name}!`)
      await page.getByText(`“${name}!” is deleted.`, { exact: true }).waitFor()
    }
    await eventually(async () => expect(await rig.owner.json('GET', '/gql-apps')).toEqual([]))
  })

  it('stands at a collection, of which an app is made', async () => {
    const { page } = owner
    const names = ['a.b-c_d', '0', 'c'.repeat(120)]
    for (const name of names) {
      await rig.owner.text('PUT', `/${name}`)
      await rig.owner.text('POST', `/${name}`, { a: 1 })
    }
    await goTo(page, '/graphql', 'GraphQL apps')
    for (const name of names) {
      await button(page, 'New app').click()
      await dialog(page)
        .getByRole('radio', { name: `sluice · ${name}`, exact: true })
        .check()
      await dialog(page).getByRole('button', { name: 'Make app' }).click()
      await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
      await page.getByRole('link', { name: 'GraphQL apps' }).first().click()
    }
  })

  it('is a text and nothing more', async () => {
    expect(await owner.page.title()).not.toBe('planted')
    await nora.leave([HOLDER.password])
    await owner.leave([OWNER.password])
  })
})
