import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { eventually } from '@sluice/testkit'
import type { Browser, Page } from 'playwright-core'
import { describeInBrowser } from './describe-in-browser.ts'
import { openBrowser } from './open-browser.ts'
import { OWNER } from './start-console.ts'
import { expectToFit, startWebhooks, type WebhooksRig } from './start-webhooks.ts'
import { beginVisit, type Visit } from './visit.ts'

const CONDITION = "path('/routes') and method('POST') and response-code('201')"
const FOCUSED = 'document.activeElement?.textContent'
const KEPT = 'JSON.stringify({ ...sessionStorage })'

type Saved = { _id: string; version: number; name: string; condition: string; url: string }

describeInBrowser('the editor of webhooks', () => {
  let rig: WebhooksRig
  let browser: Browser
  let owner: Visit
  let page: Page
  const secrets: string[] = [OWNER.password, 'a value that is secret']

  beforeAll(async () => {
    rig = await startWebhooks()
    await rig.owner.json('POST', '/plugins/webhooks/enable')
    browser = await openBrowser()
    owner = await beginVisit(browser, rig.sluice.url, { viewport: { width: 1440, height: 1200 } })
    page = owner.page
    await owner.signIn(OWNER)
  })
  afterAll(async () => {
    await browser.close()
    await rig.stop()
  })

  const goTo = async (path: string, title: string | RegExp) => {
    await page.goto(`${rig.sluice.url}/console${path}`)
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    await page.getByRole('status', { name: /^Loading/ }).waitFor({ state: 'detached' })
  }
  const dialog = () => page.getByRole('alertdialog')
  const textOf = (name: string) => page.getByRole('textbox', { name, exact: true })
  const type = async (name: string, text: string) => {
    await textOf(name).click()
    await page.keyboard.press('Control+a')
    await page.keyboard.insertText(text)
  }
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const saved = async (): Promise<Saved | undefined> => (await rig.owner.json<Saved[]>('GET', '/webhooks'))[0]
  const makeRoute = (origin: string) => rig.owner.text('POST', '/routes', { origin, destination: 'LIT' })

  it('marks what is wrong with a condition at its place, while one types', async () => {
    await makeRoute('BEFORE')
    await goTo('/webhooks', 'Webhooks')
    await page.getByRole('link', { name: 'New Webhook' }).click()
    await page.getByRole('heading', { level: 1, name: 'New Webhook' }).waitFor()
    await textOf('Name').fill('New route')
    await type('Condition', "path('/routes') and\n  methd('POST')")
    await page
      .getByText(/There is no predicate "methd".*line 2, column 3/)
      .first()
      .waitFor()
    await page.locator('.cm-lintRange-error', { hasText: 'methd' }).waitFor()
    expect(await textOf('Condition').getAttribute('aria-invalid')).toBe('true')
    await owner.look('editor-condition-fault')
  })

  it('says of a sample which part of the condition is false, and of how many requests it would have held', async () => {
    await type('Condition', CONDITION)
    await page.getByText('the path was /').waitFor()
    await page.getByLabel('Path', { exact: true }).fill('/routes')
    await page.getByText('the path was /routes').waitFor()
    // Until a webhook is there nothing is recorded.
    await page.getByText('No request is stored yet').waitFor()
    await owner.look('editor-tree')
  })

  it.each([
    ['Name', '', 'name'],
    ['URL', 'ftp://127.0.0.1/', 'url'],
    ['URL', 'http://10.0.0.1/', 'url'],
    ['Time-out', 'soon', 'timeout_ms'],
    ['At most a minute', '0', 'maxPerMinute'],
  ])('says at its field what is wrong: %s %j', async (name, text) => {
    await textOf('Name').fill('New route')
    await textOf('URL').fill(`${rig.receiver.url}/target`)
    await textOf('Time-out').fill('5000')
    await textOf('At most a minute').fill('6000')
    await textOf(name).fill(text)
    await button('Save Webhook').click()
    await eventually(async () => expect(await textOf(name).getAttribute('aria-invalid')).toBe('true'))
    if (name === 'Time-out') await owner.look('editor-faults')
    expect(await saved()).toBeUndefined()
  })

  it('tests what is not saved, and shows the answer', async () => {
    await textOf('At most a minute').fill('6000')
    await button('Test Webhook').click()
    await page.getByText(/The target answered 200 in \d+ ms/).waitFor()
    await page.getByText('answer of /target').waitFor()
    await owner.look('editor-tested')
    expect(await saved()).toBeUndefined()
  })

  it('shows the secret of a new one once, and no accident closes it', async () => {
    await button('Add header').click()
    await page.getByLabel('Name of header 1').fill('authorization')
    await page.getByLabel('Value of header 1').fill('a value that is secret')
    await button('Save Webhook').click()
    await page.getByRole('heading', { name: '“New route” is saved' }).waitFor()
    const secret = await textOf('Secret').inputValue()
    expect(secret).toMatch(/^whsec_/)
    secrets.push(secret)
    await owner.look('editor-secret')
    await page.keyboard.press('Escape')
    await page.evaluate('history.back()')
    await page.getByRole('heading', { name: '“New route” is saved' }).waitFor()
    await button('Copy').click()
    await dialog().getByRole('button', { name: 'Done' }).click()
    await page.getByRole('heading', { level: 1, name: 'New route' }).waitFor()
    await page.getByText('All is saved.').waitFor()
    expect(await page.content()).not.toContain(secret)
    expect(await page.content()).not.toContain('a value that is secret')
  })

  it('takes a request that was seen as the sample, and its fields for the template', async () => {
    await makeRoute('SFO')
    await eventually(async () => {
      const { items } = await rig.owner.json<{ items: object[] }>('GET', '/events?path=/routes')
      expect(items).toHaveLength(1)
    })
    await page.reload()
    await page.getByText('All is saved.').waitFor()
    await eventually(async () =>
      expect(await page.getByLabel('Sample', { exact: true }).innerText()).toContain('POST /routes'),
    )
    const line = page.getByLabel('Sample', { exact: true }).locator('option', { hasText: 'POST /routes' }).first()
    await page.getByLabel('Sample', { exact: true }).selectOption(await line.innerText())
    await page.getByText(/of the last \d+ requests?/).waitFor()
    await page.getByRole('switch', { name: 'By template' }).click()
    await type('Template', '{"text": "New route ')
    await button('request.body.origin').click()
    await page.keyboard.insertText('"}')
    await page.getByText('Valid JSON').waitFor()
    await page.getByRole('textbox', { name: 'Preview' }).getByText('New route SFO').waitFor()
    await owner.look('editor-template')
  })

  it('marks what is wrong with a template at its place', async () => {
    await type('Template', '{"text": "{{#request.body}}"}')
    await page.locator('.cm-lintRange-error').waitFor()
    await owner.look('editor-template-fault')
    await type('Template', '{"text": "{{request.body.origin}}"}')
    await page.getByText('Valid JSON').waitFor()
  })

  it('keeps text that is not saved through a reload, without values of headers', async () => {
    await button('Add header').click()
    await page.getByLabel('Name of header 2').fill('x-token')
    await page.getByLabel('Value of header 2').fill('a value that is secret')
    await eventually(async () => expect(await page.evaluate<string>(KEPT)).toContain('x-token'))
    expect(await page.evaluate<string>(KEPT)).not.toContain('a value that is secret')
    page.once('dialog', asked => void asked.accept())
    await page.reload()
    await page.getByText('There is unsaved text of').waitFor()
    await owner.look('editor-kept')
    await button('Restore').click()
    expect(await page.getByLabel('Name of header 2').inputValue()).toBe('x-token')
    await button('Remove header x-token').click()
  })

  it('asks before a page with unsaved text is left', async () => {
    await page.getByRole('link', { name: 'My keys' }).click()
    await dialog().getByRole('heading', { name: 'Leave without saving' }).waitFor()
    await owner.look('editor-leave')
    await dialog().getByRole('button', { name: 'Stay' }).click()
    await page.getByRole('heading', { level: 1, name: 'New route' }).waitFor()
  })

  it('shows what somebody else has saved meanwhile, and loses neither', async () => {
    const id = (await saved())?._id ?? ''
    await rig.owner.json('PATCH', `/webhooks/${id}`, { timeout_ms: 9000 })
    await page.keyboard.press('Control+s')
    await page.getByRole('heading', { name: '“New route” was changed meanwhile' }).waitFor()
    await page.getByText('"timeout_ms": 9000').first().waitFor()
    await owner.look('editor-conflict')
    await dialog().getByRole('button', { name: 'Edit on' }).click()
    await button('Save').click()
    await dialog().getByRole('button', { name: 'Write mine over it' }).click()
    await page.getByText('Version 3 is saved and in force.').waitFor()
    expect(await saved()).toMatchObject({ version: 3, timeout_ms: 5000, transform: { enabled: true } })
    await textOf('Name').fill('Another name')
    await rig.owner.json('PATCH', `/webhooks/${id}`, { name: 'Their name' })
    await button('Save').click()
    await dialog().getByRole('button', { name: 'Take theirs' }).click()
    await page.getByText('All is saved.').waitFor()
    expect(await textOf('Name').inputValue()).toBe('Their name')
  })

  it('signs with the kept header, which a save leaves as it is', async () => {
    await makeRoute('JFK')
    await eventually(() =>
      expect(rig.receiver.deliveries.at(-1)).toMatchObject({
        body: '{"text": "JFK"}',
        headers: { authorization: 'a value that is secret' },
      }),
    )
  })

  it('gives a new secret, shown once', async () => {
    await button('Rotate secret').click()
    await eventually(async () => expect(await page.evaluate(FOCUSED)).toBe('Cancel'))
    await owner.look('editor-rotate')
    await dialog().getByRole('button', { name: 'Rotate secret' }).click()
    await page.getByRole('heading', { name: '“Their name” has a new secret' }).waitFor()
    const secret = await textOf('Secret').inputValue()
    secrets.push(secret)
    await button('Copy').click()
    await dialog().getByRole('button', { name: 'Done' }).click()
    await page.getByText(/The one before it signs beside it until/).waitFor()
    expect(await page.content()).not.toContain(secret)
  })

  it('shows the document as JSON and as a line of curl, with values of headers masked', async () => {
    await button('JSON').click()
    await page.getByText('"authorization": "[masked]"').waitFor()
    await owner.look('editor-json')
    await button('curl').click()
    await page.getByText(/curl -u USER -X PUT/).waitFor()
    await button('Form').click()
  })

  it.each([1024, 390])('fits a window that is %i px wide', async width => {
    await page.setViewportSize({ width, height: 844 })
    await expectToFit(page)
    await owner.look('editor')
    await page.setViewportSize({ width: 1440, height: 1200 })
  })

  it('puts a webhook back to what it was, after the difference was seen', async () => {
    await page.getByRole('link', { name: 'Versions' }).click()
    await page.getByLabel('Before').selectOption({ index: 4 })
    await page.getByText('Left: before, right: after.').waitFor()
    await owner.look('versions')
    await button('Restore version 1').click()
    await dialog().getByRole('button', { name: 'Restore' }).click()
    await page.getByRole('heading', { level: 1, name: 'New route' }).waitFor()
    expect(await saved()).toMatchObject({ name: 'New route', transform: { enabled: false } })
    await page.setViewportSize({ width: 390, height: 844 })
    await expectToFit(page)
    await owner.look('versions')
    await page.setViewportSize({ width: 1440, height: 1200 })
  })

  it('makes an email webhook, whose faults stand at their fields', async () => {
    await goTo('/webhooks/new?type=email', 'New Webhook')
    await page.getByText('50 of 50').waitFor()
    await textOf('Name').fill('Mail me')
    await type('Condition', CONDITION)
    await textOf('To').fill('nobody, a@x.example')
    await button('Save Webhook').click()
    await eventually(async () => expect(await textOf('To').getAttribute('aria-invalid')).toBe('true'))
    expect(await textOf('Subject').getAttribute('aria-invalid')).toBe('true')
    await owner.look('editor-email-faults')
    await textOf('To').fill('a@x.example; b@y.example')
    await textOf('Subject').fill('{{request.path}}')
    await button('Save Webhook').click()
    await button('Copy').click()
    await dialog().getByRole('button', { name: 'Done' }).click()
    await page.getByRole('heading', { level: 1, name: 'Mail me' }).waitFor()
    await rig.owner.json('PATCH', `/webhooks/${(await saved())?._id}`, { enabled: false })
  })

  it('leaves nothing secret behind', async () => {
    await owner.leave(secrets)
  })
})
