import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { eventually } from '@sluice/testkit'
import type { Browser, Page } from 'playwright-core'
import { describeInBrowser } from './describe-in-browser.ts'
import { openBrowser } from './open-browser.ts'
import { openPage } from './pages.ts'
import { HOLDER, OWNER } from './start-console.ts'
import { makeWebhook, startWebhooks, type WebhooksRig } from './start-webhooks.ts'
import { beginVisit, type Visit } from './visit.ts'

const CONDITION = "path('/routes') and method('POST')"
/** Evaluated in the page. */
const KEPT = 'JSON.stringify({ ...sessionStorage })'

/** Evaluated in every page before its own scripts: counts what comes to stand in its body, and goes, without being for anybody. */
const COUNT_STAGES = `{
  window.stages = { begun: 0, ended: 0 }
  const stagesOf = nodes => [...nodes].filter(node => node.inert).length
  const count = ({ target, addedNodes, removedNodes }) => {
    if (target !== document.body) return
    stages.begun += stagesOf(addedNodes)
    stages.ended += stagesOf(removedNodes)
  }
  new MutationObserver(all => all.forEach(count)).observe(document, { childList: true, subtree: true })
}`

type Stored = { _id: string; name: string; url: string; maxPerMinute: number; condition: string }

describeInBrowser('text that was typed in an editor of the console', () => {
  let rig: WebhooksRig
  let browser: Browser
  let owner: Visit
  let page: Page

  beforeAll(async () => {
    rig = await startWebhooks()
    await rig.owner.json('POST', '/plugins/webhooks/enable')
    await makeWebhook(rig, { id: 'feed', name: 'Feed', condition: CONDITION, target: '/feed' })
    browser = await openBrowser()
    owner = await beginVisit(browser, rig.sluice.url, { viewport: { width: 1440, height: 1200 } })
    page = owner.page
    await owner.signIn(OWNER)
  })
  afterAll(async () => {
    await browser.close()
    await rig.stop()
  })

  const open = (path: string, title: string | RegExp) => openPage(page, `${rig.sluice.url}/console${path}`, title)
  const textOf = (name: string) => page.getByRole('textbox', { name, exact: true })
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const dialog = (name: string | RegExp) => page.getByRole('alertdialog', { name })
  const named = async (name: string) =>
    (await rig.owner.json<Stored[]>('GET', `/webhooks?q=${encodeURIComponent(name)}`)).length
  const feed = () => rig.owner.json<Stored>('GET', '/webhooks/feed')
  const fillNew = async (name: string) => {
    await open('/webhooks/new', 'New Webhook')
    await textOf('Name').fill(name)
    await textOf('Condition').click()
    await page.keyboard.insertText(CONDITION)
    await textOf('URL').fill(`${rig.receiver.url}/new`)
  }

  const asRequest = async () => {
    const fold = page.locator('details').filter({ hasText: 'As JSON and curl' })
    await fold.locator('summary').click()
    return fold
  }

  it('stands beside the form as JSON and as a line of curl, with placeholders for secrets: of a mail server', async () => {
    await open('/webhooks/mail', 'Mail server')
    await textOf('Host').fill('smtp.example.com')
    await page.getByLabel('Password', { exact: true }).fill('hidden in the field')
    const fold = await asRequest()
    await fold.getByText('"host": "smtp.example.com"').first().waitFor()
    await fold.getByText(/curl -u USER -X PUT \S+\/webhooks\/mail-server/).waitFor()
    const said = await fold.innerText()
    expect(said).toContain('YOUR_PASSWORD')
    expect(said).not.toContain('hidden in the field')
    await owner.look('mail-server-as-request')
    await textOf('Host').fill('')
  })

  it('stands beside the form as JSON and as a line of curl: of a user, where it is what was changed', async () => {
    await open(`/users/one?user=${HOLDER.user}`, HOLDER.user)
    const fold = await asRequest()
    await fold.getByText('Nothing is changed yet').waitFor()
    await textOf('Roles').fill('crew night')
    await fold
      .getByText(/"night"/)
      .first()
      .waitFor()
    await fold.getByText(/-X PATCH \S+\/users\/nora/).waitFor()
    await fold.getByText(/If-Match/).waitFor()
    await textOf('Roles').fill('crew')
  })

  it('while a save was under way stays, and is saved by the next one', async () => {
    await page.evaluate('sessionStorage.clear()')
    await open('/webhooks/one?id=feed', 'Feed')
    const hold = Promise.withResolvers<void>()
    const sent = page.waitForRequest(request => request.method() === 'PUT')
    await page.route('**/webhooks/feed', async route => {
      if (route.request().method() === 'PUT') await hold.promise
      await route.continue()
    })
    await textOf('At most a minute').fill('70')
    await page.keyboard.press('Control+s')
    await sent
    await textOf('At most a minute').fill('700')
    hold.resolve()
    await page.getByText(/is saved and in force/).waitFor()
    expect(await textOf('At most a minute').inputValue()).toBe('700')
    expect((await feed()).maxPerMinute).toBe(70)
    await page.getByText(/^Not saved yet/).waitFor()
    await page.keyboard.press('Control+s')
    await eventually(async () => expect((await feed()).maxPerMinute).toBe(700))
    await page.getByText('All is saved.').waitFor()
    expect(await page.evaluate<string>(KEPT)).not.toContain('sluice.draft')
    await page.unroute('**/webhooks/feed')
  })

  const inCondition = async (typed: string) => {
    await textOf('Condition').click()
    await page.keyboard.press('Control+End')
    await page.keyboard.insertText(typed)
  }
  const isFed = (condition: string) => eventually(async () => expect((await feed()).condition).toBe(condition))

  it('had its first key rehearsed in an editor that nobody sees, and of which nothing stays', async () => {
    await page.addInitScript(COUNT_STAGES)
    await open('/webhooks/one?id=feed', 'Feed')
    await eventually(async () => expect(await page.evaluate('window.stages')).toEqual({ begun: 1, ended: 1 }))
    expect(await page.locator('body > div[inert] .cm-editor').count()).toBe(0)
    expect(await page.evaluate<boolean>('document.activeElement.closest("[inert]") === null')).toBe(true)
    await page.getByText('All is saved.').waitFor()
  })

  it('in an editor is saved to its last key, however soon after it by a key or a click', async () => {
    await inCondition(' ')
    await page.keyboard.type("and path('/a')")
    await page.keyboard.press('Control+s')
    await isFed(`${CONDITION} and path('/a')`)
    await page.getByText('All is saved.').waitFor()
    await inCondition(" and path('/b')")
    await button('Save').click()
    await isFed(`${CONDITION} and path('/a') and path('/b')`)
    await page.getByText('All is saved.').waitFor()
  })

  it('in an editor while a save is answered stays, and is saved by the next one', async () => {
    const hold = Promise.withResolvers<void>()
    const sent = page.waitForRequest(request => request.method() === 'PUT')
    await page.route('**/webhooks/feed', async route => {
      if (route.request().method() === 'PUT') await hold.promise
      await route.continue()
    })
    await inCondition(" and path('/c')")
    await page.keyboard.press('Control+s')
    await sent
    await inCondition(" and path('/d')")
    hold.resolve()
    await page.getByText('Version 6 is saved').waitFor()
    await page.getByText(/^Not saved yet/).waitFor()
    await page.unroute('**/webhooks/feed')
    await page.keyboard.press('Control+s')
    await isFed(`${CONDITION} and path('/a') and path('/b') and path('/c') and path('/d')`)
    await page.getByText('All is saved.').waitFor()
  })

  it('in an editor is asked about where the page is left, or loaded anew, right after the last key', async () => {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Webhooks', exact: true }).click()
    await page.getByRole('link', { name: 'Feed', exact: true }).first().click()
    await inCondition(' or')
    await page.evaluate('history.back()')
    const question = dialog('Leave without saving')
    await question.getByRole('button', { name: 'Stay' }).click()
    await page.keyboard.press('Control+z')
    await page.getByText('All is saved.').waitFor()
    const asked = page.waitForEvent('dialog')
    await inCondition(' or')
    void page.reload().catch(() => {})
    await (await asked).dismiss()
    expect(await textOf('Condition').innerText()).toMatch(/ or$/)
  })

  it('in an editor is not replaced by a newer version that comes right after the last key', async () => {
    await open('/webhooks/one?id=feed', 'Feed')
    const { condition } = await feed()
    const hold = Promise.withResolvers<void>()
    let isAsked = false
    await page.route('**/webhooks/feed', async route => {
      isAsked = true
      await hold.promise
      await route.continue()
    })
    await rig.owner.json('PATCH', '/webhooks/feed', { condition: `${condition} and path('/theirs')` })
    await eventually(async () => {
      await page.evaluate("dispatchEvent(new Event('visibilitychange'))")
      expect(isAsked).toBe(true)
    })
    await inCondition(" and path('/mine')")
    hold.resolve()
    await page.getByText(/was saved at .+, while you change version/).waitFor()
    expect(await textOf('Condition').innerText()).toMatch(/mine'\)$/)
    await page.unroute('**/webhooks/feed')
    await rig.owner.json('PATCH', '/webhooks/feed', { condition: CONDITION })
    page.once('dialog', question => void question.accept())
    await page.evaluate('sessionStorage.clear()')
    await page.reload()
  })

  it('makes one webhook, however often the keys of Save are pressed, under the dialog of its secret too', async () => {
    await fillNew('pressed often')
    await page.keyboard.press('Control+s')
    await page.keyboard.press('Control+s')
    await dialog('“pressed often” is saved').waitFor()
    const secret = await textOf('Secret').inputValue()
    await page.keyboard.press('Control+s')
    await page.keyboard.press('Control+k')
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(await textOf('Secret').inputValue()).toBe(secret)
    expect(await named('pressed often')).toBe(1)
    await button('Copy').click()
    await button('Done').click()
    await page.getByRole('heading', { level: 1, name: 'pressed often' }).waitFor()
    await page.getByText('All is saved.').waitFor()
  })

  it('is left behind by who copied the secret himself: the webhook that it made is shown, and not the form again', async () => {
    await fillNew('copied by hand')
    await button('Save Webhook').click()
    await dialog('“copied by hand” is saved').waitFor()
    await button('Done').click()
    await page.getByText('Press Done again').waitFor()
    await button('Done').click()
    await page.getByRole('heading', { level: 1, name: 'copied by hand' }).waitFor()
    expect(await named('copied by hand')).toBe(1)
  })

  it('stays when the type is pressed that is chosen, and when one looks at the other type', async () => {
    await open('/webhooks/one?id=feed', 'Feed')
    const { url } = await feed()
    await button('HTTP').click()
    expect(await textOf('URL').inputValue()).toBe(url)
    await button('Email').click()
    await textOf('Subject').waitFor()
    expect(await textOf('At most a minute').inputValue()).toBe('700')
    await button('HTTP').click()
    expect(await textOf('URL').inputValue()).toBe(url)
    await page.getByText('All is saved.').waitFor()
  })

  it('over a version that is no longer the newest is compared with that one before anything is written', async () => {
    await textOf('At most a minute').fill('800')
    await eventually(async () => expect(await page.evaluate<string>(KEPT)).toContain('800'))
    await rig.owner.json('PATCH', '/webhooks/feed', { name: 'Feed of all' })
    page.once('dialog', question => void question.accept())
    await page.reload()
    await button('Restore').click()
    await dialog(/changed meanwhile/).waitFor()
    await owner.look('editor-restored')
    await dialog(/changed meanwhile/)
      .getByRole('button', { name: /theirs/i })
      .click()
    await page.getByText('All is saved.').waitFor()
    expect(await textOf('Name').inputValue()).toBe('Feed of all')
    expect((await feed()).maxPerMinute).toBe(700)
  })

  it('goes with the webhook that is deleted: nobody is asked whether to leave it', async () => {
    await textOf('At most a minute').fill('900')
    await button('More about this webhook').click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    const question = page.getByRole('alertdialog')
    const typed = question.getByRole('textbox')
    if ((await typed.count()) > 0) await typed.fill('Feed of all')
    await question.getByRole('button', { name: 'Delete webhook' }).click()
    await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor()
    expect(await page.evaluate<string>(KEPT)).not.toContain('webhook.feed')
  })

  it('leaves nothing secret behind', async () => {
    await owner.leave([OWNER.password])
  })
})
