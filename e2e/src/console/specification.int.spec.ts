import { afterAll, beforeAll, expect, it } from '@jest/globals'
import type { Browser, Page } from 'playwright-core'
import { describeInBrowser } from './describe-in-browser.ts'
import { issueKey } from './issue-key.ts'
import { openBrowser } from './open-browser.ts'
import { openPage } from './pages.ts'
import { OWNER } from './start-console.ts'
import { addRoute, type DemoRig, startDemo } from './start-demo.ts'
import { beginVisit, type Visit } from './visit.ts'

type FoundRole =
  | 'button'
  | 'link'
  | 'switch'
  | 'textbox'
  | 'searchbox'
  | 'heading'
  | 'columnheader'
  | 'radio'
  | 'checkbox'
type Found = [role: FoundRole, ...names: (string | RegExp)[]]

describeInBrowser('the console has, by the words of the specification,', () => {
  let rig: DemoRig
  let browser: Browser
  let owner: Visit
  let page: Page

  beforeAll(async () => {
    rig = await startDemo()
    await addRoute(rig, 'SFO')
    browser = await openBrowser()
    owner = await beginVisit(browser, rig.sluice.url, { viewport: { width: 1440, height: 1000 } })
    page = owner.page
    await owner.signIn(OWNER)
  })
  afterAll(async () => {
    await browser.close()
    await rig.stop()
  })

  const open = (path: string, title: string | RegExp) => openPage(page, `${rig.sluice.url}/console${path}`, title)
  const expectThere = async (...all: readonly Found[]) => {
    for (const [role, ...names] of all) {
      for (const name of names) {
        const named = typeof name === 'string' ? { name, exact: true } : { name }
        await page.getByRole(role, named).first().waitFor()
      }
    }
  }
  const idOfFirst = async (path: string) => (await rig.owner.json<{ _id: string }[]>('GET', path))[0]?._id ?? ''

  it('apps, key policy and webhooks, which the owner manages', async () => {
    await open('/webhooks', 'Webhooks')
    await expectThere(['link', 'GraphQL apps', /^Webhooks/, 'Permissions', 'Users', 'Plugins', 'My keys'])
    await open('/permissions/new', 'New permission')
    await page.getByRole('switch', { name: /keys/i }).first().click()
    await expectThere(['heading', /keys/i])
  })

  it('an app with its switch, Save and Delete, and its fields', async () => {
    await open('/graphql', 'GraphQL apps')
    await expectThere(['switch', / enabled$/])
    const id = encodeURIComponent(await idOfFirst('/gql-apps'))
    await open(`/graphql/app?id=${id}&tab=schema`, /./)
    await expectThere(['button', 'Save', 'More about this app'])
    await page.getByRole('button', { name: 'More about this app' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).waitFor()
    await page.keyboard.press('Escape')
    await open(`/graphql/app?id=${id}&tab=settings`, /./)
    await expectThere(['textbox', 'Name', 'Description', 'Address'])
  })

  it('the states of the plugin of keys: Disable, Uninstall, Install, Enable, with the keys that reappear', async () => {
    await open('/admin/plugins', 'Plugins')
    const step = (name: string) => page.getByRole('button', { name, exact: true })
    const confirm = (name: string) => page.getByRole('alertdialog').getByRole('button', { name }).click()
    const before = await keysOfAmelia()
    await step('Disable').click()
    await confirm('Disable')
    await step('Uninstall').click()
    await confirm('Uninstall')
    await step('Install').click()
    await step('Enable').click()
    await step('Disable').waitFor()
    expect(await keysOfAmelia()).toEqual(before)
  })
  const keysOfAmelia = async () => rig.owner.json('GET', '/admin/keys?user=amelia')

  it('every key on the service with its holder and last use, any of which can be revoked', async () => {
    await issueKey(rig.sluice.url, rig.amelia, { name: 'of amelia', roles: ['flight-reader'] })
    await open('/admin/keys', 'All keys')
    await page.getByRole('row', { name: /of amelia.*amelia.*never/ }).waitFor()
    await expectThere(
      ['columnheader', 'Name', 'Holder', 'Last used'],
      ['button', 'Revoke of amelia', 'Revoke matching'],
    )
  })

  it('Enable Webhooks, and the badge ENABLED or DISABLED', async () => {
    await open('/webhooks', 'Webhooks')
    await page.getByText('ENABLED', { exact: true }).waitFor()
    await rig.owner.json('POST', '/plugins/webhooks/disable')
    await open('/webhooks', 'Webhooks')
    await page.getByText('DISABLED', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Enable Webhooks' }).click()
    await page.getByText('ENABLED', { exact: true }).waitFor()
  })

  it('the list of webhooks: searchable, with name, type, condition and whether it is enabled', async () => {
    await open('/webhooks', 'Webhooks')
    await page.getByRole('row', { name: /New route.*HTTP/ }).waitFor()
    await expectThere(
      ['searchbox', 'Search webhooks'],
      ['columnheader', /Name/, 'Type', /Enabled/i],
      ['switch', / enabled$/],
    )
    await page.getByRole('row').filter({ hasText: "path('/routes')" }).first().waitFor()
  })

  it('New Webhook with the types HTTP and Email, and all fields of both', async () => {
    await open('/webhooks', 'Webhooks')
    await page.getByRole('link', { name: 'New Webhook' }).click()
    await expectThere(
      ['textbox', 'Name', 'Condition', 'URL', /^Time-out/, /^At most a minute/],
      ['switch', 'Enabled', 'By template', 'Try again'],
      ['button', 'Save Webhook'],
    )
    await page.getByRole('switch', { name: 'By template' }).click()
    await expectThere(['textbox', 'Template'])
    await page.getByText('Email', { exact: true }).click()
    await expectThere(['textbox', 'To', 'Cc', 'Subject'], ['radio', 'HTML', /JSON/])
  })

  it('Edit, Test Webhook and Delete of one', async () => {
    await open('/webhooks', 'Webhooks')
    await expectThere(['button', 'Test New route', 'More about New route'])
    await page.getByRole('button', { name: 'More about New route' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).waitFor()
    await page.keyboard.press('Escape')
    await open(`/webhooks/one?id=${encodeURIComponent(await idOfFirst('/webhooks'))}`, 'New route')
    await expectThere(['link', 'Edit', 'Logs'], ['button', /^(Test Webhook|Send a test)/])
  })

  it('the tab of logs: status, Refresh, Clear Logs, Start Recording; time, status, duration and summary of each', async () => {
    await open(`/webhooks/one?id=${encodeURIComponent(await idOfFirst('/webhooks'))}&tab=logs`, 'New route')
    await expectThere(
      ['button', /^success/, /^failed/, 'skipped', /^Refresh/, 'Clear Logs', 'Start Recording'],
      ['columnheader', 'Time', 'Status', 'Duration in ms', 'Summary'],
    )
  })

  it('the five parts of an entry', async () => {
    await page.getByRole('table', { name: 'Entries of the log' }).getByRole('link').first().click()
    const parts = ['Incoming Request', 'Condition Evaluation', 'Transformation', 'Outgoing Request', 'Response']
    await expectThere(['heading', ...parts])
  })

  it('a recording of 60 s, with paths, methods and the fields of bodies', async () => {
    await open(`/webhooks/one?id=${encodeURIComponent(await idOfFirst('/webhooks'))}&tab=logs`, 'New route')
    await page.getByRole('button', { name: 'Start Recording' }).click()
    await page.getByText(/\d s are left/).waitFor()
    await addRoute(rig, 'JFK')
    const row = page.getByRole('row').filter({ hasText: 'POST /routes' })
    await row.filter({ hasText: 'origin' }).first().waitFor()
  })

  it('the variables of templates, the allowance of mails and the own mail server', async () => {
    const event = await idOfFirst('/webhooks')
    await open(`/webhooks/one?id=${encodeURIComponent(event)}`, 'New route')
    const template = page.getByRole('switch', { name: 'By template' })
    if (!(await template.isChecked())) await template.click()
    await page.getByRole('button', { name: 'request.method' }).waitFor()
    await page.getByRole('button', { name: 'response.statusCode' }).waitFor()
    await open('/webhooks/mail', 'Mail server')
    await page.getByText('Recipients left today').waitFor()
    await expectThere(['heading', 'Your own mail server'], ['textbox', 'Host', 'Port', 'From'])
  })

  it('the reason why somebody may issue no key', async () => {
    const stranger = { user: 'sam', password: 'somebody without a role of keys' }
    await rig.owner.json('POST', '/users', { _id: stranger.user, password: stranger.password, roles: ['nobody'] })
    const visit = await beginVisit(browser, rig.sluice.url)
    await visit.signIn(stranger)
    await visit.page.getByRole('heading', { level: 1, name: 'My keys' }).waitFor()
    await visit.page
      .getByText(/permission/)
      .first()
      .waitFor()
    await rig.owner.json('POST', '/plugins/api-keys/disable')
    await visit.page.reload()
    await visit.page
      .getByText(/disabled|switched off/)
      .first()
      .waitFor()
    await visit.leave([stranger.password])
  })

  it('nothing odd on its way', async () => {
    await owner.leave([OWNER.password])
  })
})
