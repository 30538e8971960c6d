import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { eventually } from '@sluice/testkit'
import type { Browser, Page } from 'playwright-core'
import { type HttpClient, ownerClient } from '../http-client.ts'
import type { SluiceProcess } from '../standalone/sluice-process.ts'
import { describeInBrowser } from './describe-in-browser.ts'
import { openBrowser } from './open-browser.ts'
import { fieldFor, REFUSED_PERMISSIONS } from './refused-permissions.ts'
import { OWNER, startConsole } from './start-console.ts'
import { expectToFit } from './start-webhooks.ts'
import { beginVisit, type Visit } from './visit.ts'

/** May change permissions, and would lose that by a slip. */
const LEAD = { user: 'lea', password: 'somebody who leads a crew' }
/** May read permissions, and no more. */
const READER = { user: 'rosa', password: 'somebody who looks only' }
const MANAGES = { roles: ['lead'], predicate: "path-prefix('/acl')", mongo: { allowManagementRequests: true } }
const AS_JSON = 'The permission as JSON'

describeInBrowser('one permission in the console', () => {
  let sluice: SluiceProcess
  let browser: Browser
  let owner: Visit
  let api: HttpClient

  beforeAll(async () => {
    sluice = await startConsole()
    api = ownerClient({ url: sluice.url, ownerPassword: OWNER.password })
    for (const { user, password, role } of [
      { ...LEAD, role: 'lead' },
      { ...READER, role: 'looker' },
    ]) {
      await api.json('POST', '/users', { _id: user, password, roles: [role] })
    }
    await api.json('POST', '/acl', { _id: 'lead-manages', ...MANAGES })
    await api.json('POST', '/acl', {
      _id: 'looks',
      roles: ['looker'],
      predicate: "path-prefix('/acl') and method(GET)",
    })
    browser = await openBrowser()
    owner = await beginVisit(browser, sluice.url)
    await owner.signIn(OWNER)
  })
  afterAll(async () => {
    await browser.close()
    await sluice.interrupt()
  })

  const dialog = (page: Page) => page.getByRole('alertdialog')
  const editor = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
  /** Types over a text. What is there is taken away first: a browser keeps its look otherwise, which the policy stops. */
  const retype = async (page: Page, name: string, text: string) => {
    await editor(page, name).click()
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Delete')
    await page.keyboard.insertText(text)
  }
  const open = async (page: Page, id: string) => {
    await page.goto(`${sluice.url}/console/permissions/one?id=${id}`)
    await page.getByRole('heading', { level: 1, name: id }).waitFor()
    await editor(page, AS_JSON).waitFor()
  }
  const saved = (id: string) => api.json<Record<string, unknown>>('GET', `/acl/${id}`)

  it('is typed as soon as it is known that somebody may, also where its text was shown before', async () => {
    const { page } = owner
    const held = Promise.withResolvers<void>()
    await page.route('**/whoami/may', async route => {
      await held.promise
      await route.continue()
    })
    await page.goto(`${sluice.url}/console/permissions/new?pattern=read`)
    await editor(page, AS_JSON).waitFor()
    held.resolve()
    await page.getByRole('button', { name: 'Save permission' }).waitFor()
    await retype(page, AS_JSON, '{"_id": "typed"}')
    await eventually(async () => expect(await page.getByLabel('Name').inputValue()).toBe('typed'))
    await page.unroute('**/whoami/may')
  })

  it('is made of a pattern, and says whom it will let in', async () => {
    const { page } = owner
    await page.goto(`${sluice.url}/console/permissions/new?pattern=read`)
    await editor(page, AS_JSON).waitFor()
    await page.getByLabel('Name').fill('crew-reads')
    await page.getByLabel('Roles', { exact: true }).fill('crew, guest')
    await retype(page, 'Predicate', "path('/routes') and method('GET')")
    await page.getByText('now may not; then may, by crew-reads').first().waitFor()
    await page.getByText('2 let in, 0 shut out, 0 as now').waitFor()
    await owner.look('permission-new')
    await page.getByRole('button', { name: 'Save permission' }).click()
    await page.getByRole('heading', { level: 1, name: 'crew-reads' }).waitFor()
    await page.getByText('All is saved.').waitFor()
    expect(await saved('crew-reads')).toMatchObject({
      roles: ['crew', 'guest'],
      predicate: "path('/routes') and method('GET')",
      priority: 10,
    })
    await owner.look('permission')
  })

  it('is typed as a form or as JSON, which stay the same', async () => {
    const { page } = owner
    await page.getByLabel('Priority').fill('30')
    await retype(page, 'Read filter', '{"team": "@user.team"}')
    await page.getByText('"readFilter": {"team": "@user.team"}').waitFor()
    const typed = { roles: ['crew'], predicate: "path('/routes')", priority: 31, apiKeys: { roles: ['reader'] } }
    await retype(page, AS_JSON, JSON.stringify(Object.assign({ _id: 'crew-reads' }, typed)))
    await eventually(async () => expect(await page.getByLabel('Priority').inputValue()).toBe('31'))
    expect(await page.getByLabel('Roles of its keys').inputValue()).toBe('reader')
    await page.getByText('It comes before').waitFor({ state: 'detached' })
    await retype(page, AS_JSON, '{ "roles": ')
    await page.getByText('The form waits until the JSON can be read.').waitFor()
    await page.keyboard.press('Control+s')
    await page.getByText('The JSON can’t be read: what is wrong stands below it.').waitFor()
    await owner.look('permission-no-json')
    await retype(page, AS_JSON, JSON.stringify(typed))
    await page.keyboard.press('Control+s')
    await eventually(async () => expect(await saved('crew-reads')).toMatchObject(typed))
    // The word about the first one may still be there.
    await page.getByText('“crew-reads” is saved: in force everywhere').last().waitFor()
  })

  it('says what assistants are offered, as the service keeps it', async () => {
    const { page } = owner
    const { _etag: _, ...before } = await saved('crew-reads')
    await page.getByRole('switch', { name: 'Says what assistants are offered' }).click()
    await page.getByLabel('Tools', { exact: true }).fill('find_*, graphql_*')
    await page.getByRole('switch', { name: 'Tools that write, too' }).click()
    await page.getByLabel('A person is asked before something is deleted').selectOption('require')
    await page.getByLabel('Longest result in bytes').fill('4096')
    await page.getByText('"mcp": {').waitFor()
    await owner.look('permission-assistants')
    await page.keyboard.press('Control+s')
    const mcp = { tools: ['find_*', 'graphql_*'], write: true, confirm: 'require', maxResultBytes: 4096 }
    await eventually(async () => expect(await saved('crew-reads')).toMatchObject({ mcp }))
    await api.json('PUT', '/acl/crew-reads', before)
    await open(page, 'crew-reads')
    await page.getByRole('switch', { name: 'Says what assistants are offered', checked: false }).waitFor()
  })

  it('tells each refusal of the service at its field and its place', async () => {
    const { page } = owner
    await page.goto(`${sluice.url}/console/permissions/new`)
    await editor(page, AS_JSON).waitFor()
    const good = { _id: 'refused', roles: ['crew'], predicate: "path('/refused')" }
    let told = 0
    for (const [path, fields] of REFUSED_PERMISSIONS) {
      await retype(page, AS_JSON, JSON.stringify(Object.assign({}, good, fields)))
      await page.keyboard.press('Control+s')
      await page
        .getByRole('listitem')
        .filter({ hasText: `${path}: ` })
        .getByRole('button', { name: /^JSON/ })
        .waitFor()
      const label = fieldFor(path)
      if (label) {
        const field = page.getByLabel(label, { exact: true })
        await eventually(async () => expect([path, await field.getAttribute('aria-invalid')]).toEqual([path, 'true']))
      }
      told += 1
    }
    await retype(
      page,
      AS_JSON,
      JSON.stringify(Object.assign({}, good, { predicate: "path('/a') and pth('/b')", roles: [] })),
    )
    await page.getByText('roles: ').waitFor()
    await owner.look('permission-refused')
    process.stderr.write(
      `Permissions: ${told} of ${REFUSED_PERMISSIONS.length} refusals stand at their field or mark\n`,
    )
    await retype(page, AS_JSON, '{}')
    await page.getByRole('link', { name: 'Permissions' }).last().click()
    await dialog(page).getByRole('button', { name: 'Leave' }).click()
    await page.getByRole('table', { name: 'Permissions' }).waitFor()
  })

  it('keeps what was typed over a reload, and asks before it is left', async () => {
    const { page } = owner
    await open(page, 'crew-reads')
    await page.getByLabel('Description').fill('typed and not saved')
    await page.getByRole('link', { name: 'Permissions' }).last().click()
    await dialog(page).getByRole('button', { name: 'Stay' }).click()
    await eventually(async () =>
      expect(await page.evaluate<string>('JSON.stringify({ ...sessionStorage })')).toContain('typed and not saved'),
    )
    page.once('dialog', question => void question.accept())
    await page.reload()
    await page.getByText('There is unsaved text of').waitFor()
    await page.getByRole('button', { name: 'Restore' }).click()
    expect(await page.getByLabel('Description').inputValue()).toBe('typed and not saved')
  })

  it('shows both where somebody else has saved meanwhile, and loses nothing', async () => {
    const { page } = owner
    const { _etag: _, ...before } = await saved('crew-reads')
    await api.json('PUT', '/acl/crew-reads', { ...before, description: 'theirs' })
    await page.keyboard.press('Control+s')
    await dialog(page).getByRole('heading', { name: '“crew-reads” was changed meanwhile' }).waitFor()
    await owner.look('permission-conflict')
    await dialog(page).getByRole('button', { name: 'Edit on' }).click()
    await page.keyboard.press('Control+s')
    await dialog(page).getByRole('button', { name: 'Write mine over it' }).click()
    await dialog(page).waitFor({ state: 'detached' })
    await page.getByText('All is saved.').waitFor()
    expect(await saved('crew-reads')).toMatchObject({ description: 'typed and not saved' })
  })

  it('warns before one shuts oneself out', async () => {
    const lead = await beginVisit(browser, sluice.url)
    const { page } = lead
    await lead.signIn(LEAD)
    await open(page, 'lead-manages')
    await retype(page, 'Predicate', "path-prefix('/acl') and method('GET')")
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await dialog(page).getByRole('heading', { name: 'You would shut yourself out' }).waitFor()
    await lead.look('permission-shut-out')
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()
    expect(await saved('lead-manages')).toMatchObject(MANAGES)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await dialog(page).getByRole('button', { name: 'Save all the same' }).click()
    await dialog(page).waitFor({ state: 'detached' })
    await eventually(async () =>
      expect(await saved('lead-manages')).toMatchObject({ predicate: "path-prefix('/acl') and method('GET')" }),
    )
    await lead.leave([LEAD.password])
  })

  it('can be read, and not changed, by who may only read it', async () => {
    const reader = await beginVisit(browser, sluice.url)
    const { page } = reader
    await reader.signIn(READER)
    await open(page, 'crew-reads')
    expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0)
    expect(await page.getByLabel('Description').isDisabled()).toBe(true)
    await reader.look('permission-read-only')
    await reader.leave([READER.password])
  })

  it('is on a phone what it is elsewhere', async () => {
    const { page } = owner
    await open(page, 'crew-reads')
    await expectToFit(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await owner.look('permission')
    await page.setViewportSize({ width: 1920, height: 1000 })
    await owner.look('permission')
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  it('leaves nothing secret behind', async () => {
    await owner.leave([OWNER.password])
  })
})
