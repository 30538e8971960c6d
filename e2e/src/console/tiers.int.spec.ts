import { afterEach, expect, it } from '@jest/globals'
import { temporaryDirectory } from '@sluice/testkit'
import { ownerClient } from '../http-client.ts'
import { startSluice } from '../standalone/sluice-process.ts'
import { describeInBrowser } from './describe-in-browser.ts'
import { openBrowser } from './open-browser.ts'
import { openPage } from './pages.ts'
import { OWNER } from './start-console.ts'
import { beginVisit } from './visit.ts'

describeInBrowser('the console', () => {
  const ends: (() => Promise<unknown>)[] = []
  afterEach(async () => {
    for (const end of ends.splice(0)) await end()
  })

  const start = async (settings: Readonly<Record<string, string>>) => {
    const sluice = await startSluice({
      DATA_DIR: await temporaryDirectory(),
      SLUICE_DEMO: '0',
      SLUICE_ADMIN_PASSWORD: OWNER.password,
      ...settings,
    })
    ends.unshift(sluice.interrupt)
    return sluice
  }

  it('is not there where the operator wants none, and nothing else can have its name', async () => {
    const sluice = await start({ CONSOLE: '0' })
    const owner = ownerClient({ url: sluice.url, ownerPassword: OWNER.password })
    for (const path of ['/console', '/console/', '/console/keys', '/console/assets/a.js']) {
      expect([path, (await fetch(`${sluice.url}${path}`)).status]).toEqual([path, 404])
    }
    expect(await owner.status('PUT', '/console')).toBe(404)
    expect(sluice.printed()).not.toContain('/console')
  })

  it('shows databases where each is served by its name', async () => {
    const sluice = await start({ TIER: 'dedicated' })
    const api = ownerClient({ url: sluice.url, ownerPassword: OWNER.password })
    expect(await api.status('PUT', '/console')).toBe(405)
    await api.text('PUT', '/shop')
    await api.text('PUT', '/shop/orders')
    await api.json('PUT', '/shop/orders/1?wm=upsert', { total: 7 })
    await api.json('POST', '/plugins/webhooks/enable')
    const browser = await openBrowser()
    ends.unshift(() => browser.close())
    const owner = await beginVisit(browser, sluice.url)
    await owner.signIn(OWNER)
    const { page } = owner
    await openPage(page, `${sluice.url}/console/graphql`, 'GraphQL apps')
    await page.getByRole('button', { name: 'New app' }).click()
    await page.getByRole('radio', { name: 'shop · orders' }).check()
    await page.getByRole('button', { name: 'Make app' }).click()
    await page.getByText('The schema and the mappings fit together.').waitFor()
    await page.getByRole('link', { name: 'Explorer' }).click()
    await page.getByRole('textbox', { name: 'Query' }).getByText('limit').waitFor()
    await page.getByRole('button', { name: 'Run' }).click()
    await page.getByText('"total": 7').waitFor()
    await openPage(page, `${sluice.url}/console/data?db=shop`, 'Data')
    expect(await page.getByLabel('Database').inputValue()).toBe('shop')
    await page.getByRole('link', { name: 'orders' }).click()
    await page.getByRole('heading', { level: 1, name: 'orders' }).waitFor()
    await page.getByRole('link', { name: '1', exact: true }).click()
    await page.getByRole('textbox', { name: 'Document' }).getByText('"total": 7').waitFor()
    for (const path of ['/webhooks', '/deliveries', '/permissions', '/admin/plugins', '/keys', '/settings']) {
      await openPage(page, `${sluice.url}/console${path}`, /./)
      expect([path, await page.getByRole('alert').count()]).toEqual([path, 0])
    }
    await owner.leave([OWNER.password])
  })
})
