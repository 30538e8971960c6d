import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { eventually } from '@sluice/testkit'
import type { Browser, Page } from 'playwright-core'
import { type HttpClient, ownerClient, userClient } from '../http-client.ts'
import type { SluiceProcess } from '../standalone/sluice-process.ts'
import { describeInBrowser } from './describe-in-browser.ts'
import { openBrowser } from './open-browser.ts'
import { HOLDER, OWNER, startConsole } from './start-console.ts'
import { expectToFit } from './start-webhooks.ts'
import { beginVisit, type Visit } from './visit.ts'

const ADDS = {
  _id: 'crew-adds',
  roles: ['crew'],
  predicate: "path('/routes') and method('POST') and bson-request-whitelist('origin', 'flights')",
  priority: 20,
}
const READS = {
  _id: 'crew-reads',
  roles: ['crew'],
  predicate: "path-prefix('/routes') and method('GET')",
  priority: 10,
  mongo: { readFilter: { addedBy: '@user._id' }, writeFilter: { team: '@user.team' } },
}

describeInBrowser('why somebody may do something, in the console', () => {
  let sluice: SluiceProcess
  let browser: Browser
  let owner: Visit
  let api: HttpClient

  beforeAll(async () => {
    sluice = await startConsole()
    api = ownerClient({ url: sluice.url, ownerPassword: OWNER.password })
    for (const permission of [ADDS, READS]) await api.json('POST', '/acl', permission)
    browser = await openBrowser()
    owner = await beginVisit(browser, sluice.url)
    await owner.signIn(OWNER)
  })
  afterAll(async () => {
    await browser.close()
    await sluice.interrupt()
  })

  const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })
  const type = async (page: Page, name: string, text: string) => {
    await page.getByRole('textbox', { name, exact: true }).click()
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Delete')
    await page.keyboard.insertText(text)
  }

  it('begins with examples, and who may what', async () => {
    const { page } = owner
    await page.getByRole('link', { name: 'Permissions' }).click()
    await page.getByRole('link', { name: 'Explain' }).click()
    await page.getByRole('heading', { name: 'Nothing asked yet' }).waitFor()
    await page.getByRole('link', { name: 'crew may POST /keys' }).waitFor()
    await owner.look('explain-nothing')
  })

  it('says which permission lets a user in, and what its filters become', async () => {
    const { page } = owner
    await field(page, 'User').fill(HOLDER.user)
    await field(page, 'Path').fill('/routes')
    await page.getByRole('button', { name: 'Explain' }).click()
    await page.getByText('nora may GET /routes.').waitFor()
    await page.getByText('"addedBy": "nora"').waitFor()
    await page.getByText('@user.team').first().waitFor()
    await owner.look('explain-allowed')
    expect(new URL(page.url()).search).toContain('user=nora')
  })

  it('marks for a body what made the condition false', async () => {
    const { page } = owner
    await field(page, 'Method').selectOption('POST')
    await page.getByRole('button', { name: 'Query, body, headers' }).click()
    await type(page, 'Body', '{"origin": "SFO", "addedBy": "jonas"}')
    await page.keyboard.press('Control+Enter')
    await page.getByText('nora may not POST /routes.').waitFor()
    await page.getByText('The answer is FORBIDDEN.').waitFor()
    await page
      .getByRole('list', { name: 'Parts of the condition' })
      .getByText(/addedBy/)
      .first()
      .waitFor()
    await owner.look('explain-refused')
    expect(page.url()).not.toContain('jonas')
  })

  it('says at its field what can not be asked', async () => {
    const { page } = owner
    await field(page, 'User').fill('nobody of this name')
    await page.getByRole('button', { name: 'Explain' }).click()
    await eventually(async () => expect(await field(page, 'User').getAttribute('aria-invalid')).toBe('true'))
    await owner.look('explain-faults')
  })

  it('shows in a matrix what roles may do, and leads from each cell to its explanation', async () => {
    const { page } = owner
    await page.goto(`${sluice.url}/console/permissions/explain`)
    await field(page, 'Collection').fill('routes')
    await page.getByRole('link', { name: 'crew in part GET /routes', exact: true }).waitFor()
    await page.getByRole('link', { name: 'crew may not DELETE /routes/1' }).waitFor()
    await page.getByRole('link', { name: '$unauthenticated may not GET /routes', exact: true }).waitFor()
    await owner.look('explain-matrix')
    await page.getByRole('link', { name: 'crew in part GET /routes', exact: true }).click()
    await page.getByText('Somebody with crew may GET /routes.').waitFor()
    await page.reload()
    await page.getByText('Somebody with crew may GET /routes.').waitFor()
  })

  it('asks for whoever has a key, by the roles that it carries', async () => {
    const { page } = owner
    const nora = userClient(sluice.url, { name: HOLDER.user, password: HOLDER.password })
    await nora.json('POST', '/keys', { name: 'nightly', roles: ['reader'] })
    await page.goto(`${sluice.url}/console/permissions/explain`)
    await page.getByRole('button', { name: 'Roles', exact: true }).click()
    const key = page.getByLabel('As with a key')
    await key.selectOption({ label: (await key.locator('option').nth(1).textContent()) ?? '' })
    expect(await field(page, 'Roles of the caller').inputValue()).toBe('reader')
    await field(page, 'Path').fill('/routes')
    await page.getByRole('button', { name: 'Explain' }).click()
    await page.getByText('Somebody with reader may not GET /routes.').waitFor()
    await owner.look('explain-key')
  })

  it('asks of a permission that is not saved yet', async () => {
    const { page } = owner
    await page.goto(`${sluice.url}/console/permissions/one?id=crew-reads`)
    await page.getByRole('textbox', { name: 'Predicate' }).waitFor()
    await type(page, 'Predicate', "path('/airports') and method('GET')")
    const trial = page.getByRole('region', { name: 'Try it' })
    await trial.getByLabel('Path').fill('/airports')
    await trial.getByRole('button', { name: 'Explain' }).click()
    await trial.getByText('Somebody with crew may GET /airports.').waitFor()
    await owner.look('permission-tried')
    expect(await api.json('GET', '/acl/crew-reads')).toMatchObject(READS)
    await page.getByRole('link', { name: 'Permissions' }).last().click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click()
    await page.getByRole('table', { name: 'Permissions' }).waitFor()
  })

  it('is asked once more by the same question, as permissions change', async () => {
    const { page } = owner
    const explained = async () =>
      (await api.json<{ allowed: boolean }>('POST', '/acl/explain', { user: 'nora', method: 'GET', path: '/routes' }))
        .allowed
    await page.goto(`${sluice.url}/console/permissions/explain?user=nora&method=GET&path=/routes`)
    await page.getByText('nora may GET /routes.').waitFor()
    await api.text('DELETE', '/acl/crew-reads')
    await eventually(async () => expect(await explained()).toBe(false))
    await page.getByRole('button', { name: 'Explain' }).click()
    await page.getByText('nora may not GET /routes.').waitFor()
    await api.json('POST', '/acl', READS)
    await eventually(async () => expect(await explained()).toBe(true))
    await page.keyboard.press('Control+Enter')
    await page.getByText('nora may GET /routes.').waitFor()
  })

  it('is as wide as its window, on a phone too', async () => {
    const { page } = owner
    await page.goto(`${sluice.url}/console/permissions/explain?user=nora&method=GET&path=/routes`)
    await page.getByText('nora may GET /routes.').waitFor()
    await page.getByRole('link', { name: 'crew may POST /keys' }).waitFor()
    await expectToFit(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await owner.look('explain')
    await page.setViewportSize({ width: 1920, height: 1000 })
    await owner.look('explain')
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  it('is shown to nobody who may not ask', async () => {
    const holder = await beginVisit(browser, sluice.url)
    await holder.signIn(HOLDER)
    await holder.page.goto(`${sluice.url}/console/permissions/explain?user=nora&method=GET&path=/routes`)
    await holder.page.getByRole('heading', { name: 'You may not ask who may do what' }).waitFor()
    await holder.look('explain-forbidden')
    await holder.leave([HOLDER.password])
  })

  it('leaves nothing secret behind', async () => {
    await owner.leave([OWNER.password, 'jonas'])
  })
})
