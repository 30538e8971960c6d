import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { eventually } from '@sluice/testkit'
import type { Browser, Page } from 'playwright-core'
import { describeInBrowser } from './describe-in-browser.ts'
import { openBrowser } from './open-browser.ts'
import { OWNER } from './start-console.ts'
import { startWebhooks, type WebhooksRig } from './start-webhooks.ts'
import { beginVisit, type Visit } from './visit.ts'

const SECRET = 'the secret that its receiver has'

type MovingWebhook = { _id: string; name: string; version: number; signature?: object }

describeInBrowser('the signature in the editor of webhooks', () => {
  let rig: WebhooksRig
  let browser: Browser
  let owner: Visit
  let page: Page
  let id = ''

  beforeAll(async () => {
    rig = await startWebhooks()
    await rig.owner.json('POST', '/plugins/webhooks/enable')
    const made = await rig.owner.json<MovingWebhook>('POST', '/webhooks', {
      name: 'Moves',
      condition: "path('/routes')",
      url: `${rig.receiver.url}/target`,
    })
    id = made._id
    browser = await openBrowser()
    owner = await beginVisit(browser, rig.sluice.url, { viewport: { width: 1440, height: 1600 } })
    page = owner.page
    await owner.signIn(OWNER)
  })
  afterAll(async () => {
    await browser.close()
    await rig.stop()
  })

  const edit = async () => {
    await page.goto(`${rig.sluice.url}/console/webhooks/one?id=${id}`)
    await page.getByRole('heading', { name: 'How it is signed' }).waitFor()
  }
  const textOf = (name: string) => page.getByRole('textbox', { name, exact: true })
  const save = () => page.getByRole('button', { name: 'Save', exact: true }).click()
  const stored = () => rig.owner.json<MovingWebhook>('GET', `/webhooks/${id}`)
  const second = { header: 'X-Hub-Signature-256', label: 'sha256=', secret: '[masked]' }

  it('says at its field what is wrong', async () => {
    await edit()
    await textOf('Headers begin with').fill('Svix')
    await save()
    await eventually(async () => expect(await textOf('Headers begin with').getAttribute('aria-invalid')).toBe('true'))
    expect(await stored()).not.toHaveProperty('signature')
  })

  it('takes a prefix and a second signature, and says what that one lacks', async () => {
    await textOf('Headers begin with').fill('svix')
    await page.getByLabel('A second signature, while its receiver moves').selectOption({ label: 'As GitHub signs' })
    await textOf('Its secret').fill(SECRET)
    await save()
    await page.getByText(/The second signature \(X-Hub-Signature-256\) is over the body alone/).waitFor()
    expect(await stored()).toMatchObject({ version: 2, signature: { prefix: 'svix', second } })
    await owner.look('editor-signature')
  })

  it('keeps the second secret, and shows it nowhere, when something else is saved', async () => {
    await edit()
    expect(await textOf('Its secret').inputValue()).toBe('')
    await textOf('Name').fill('Moves on')
    await save()
    await eventually(async () => expect(await stored()).toMatchObject({ version: 3, signature: { second } }))
    expect(await page.content()).not.toContain(SECRET)
    expect(await page.evaluate('JSON.stringify({ ...sessionStorage })')).not.toContain(SECRET)
  })

  it('takes the second signature away', async () => {
    await page.getByLabel('A second signature, while its receiver moves').selectOption({ label: 'None' })
    await save()
    await eventually(async () => expect(await stored()).toMatchObject({ version: 4 }))
    expect(await stored()).toMatchObject({ signature: { scheme: 'standard', prefix: 'svix' } })
  })
})
