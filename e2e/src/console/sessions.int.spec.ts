import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { eventually } from '@sluice/testkit'
import type { Browser, Page } from 'playwright-core'
import { ownerClient } from '../http-client.ts'
import type { SluiceProcess } from '../standalone/sluice-process.ts'
import { describeInBrowser } from './describe-in-browser.ts'
import { openBrowser } from './open-browser.ts'
import { openPage, PAGES } from './pages.ts'
import { HOLDER, OWNER, STRANGER, startConsole } from './start-console.ts'
import { beginVisit, type Visit } from './visit.ts'

const BUILDER = { user: 'bea', password: 'somebody who builds apps' }
/** Evaluated in the page. */
const KEPT = 'JSON.stringify({ ...sessionStorage })'

/**
 * Evaluated in a page of another origin: asks for a token with the cookie, without the mark of the console and with it. To
 * the first the answer is a challenge of Basic, for which the browser waits.
 */
const tryTokens = (url: string) => `(async () => {
  const send = headers => fetch('${url}/token', { method: 'POST', credentials: 'include', headers, signal: AbortSignal.timeout(2000) })
    .then(async answer => answer.status + ' ' + await answer.text())
    .catch(String)
  return [await send({}), await send({ 'sluice-client': 'console' })]
})()`

describeInBrowser('a session in the console', () => {
  let sluice: SluiceProcess
  let browser: Browser
  let other: Server

  beforeAll(async () => {
    sluice = await startConsole()
    browser = await openBrowser(['--host-resolver-rules=MAP *.test 127.0.0.1'])
    other = createServer((_, response) => response.setHeader('content-type', 'text/html').end('<h1>Elsewhere</h1>'))
    await new Promise<void>(resolve => other.listen(0, '127.0.0.1', resolve))
  })
  afterAll(async () => {
    await browser.close()
    other.close()
    await sluice.interrupt()
  })

  const visit = () => beginVisit(browser, sluice.url)
  const keysPage = (page: Page) => page.getByRole('heading', { level: 1, name: 'My keys' }).waitFor()
  const signInPage = (page: Page) => page.getByRole('heading', { name: /^Sign in to/ }).waitFor()
  const tokenOf = async ({ context }: Visit) => (await context.cookies(`${sluice.url}/token`))[0]?.value ?? ''

  it('is there after a reload and in a new tab, and no script can read its token', async () => {
    const nora = await visit()
    await nora.signIn(HOLDER)
    await keysPage(nora.page)
    await nora.page.reload()
    await keysPage(nora.page)
    const tab = await nora.newTab()
    await tab.goto(`${sluice.url}/console/settings`)
    await tab.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
    const token = await tokenOf(nora)
    expect(token).toMatch(/^sls_/)
    await nora.leave([token, HOLDER.password])
  })

  it('ends in every tab at the sign-out', async () => {
    const nora = await visit()
    await nora.signIn(HOLDER)
    const tab = await nora.newTab()
    await tab.goto(`${sluice.url}/console/keys`)
    await keysPage(tab)
    const token = await tokenOf(nora)
    await nora.page.getByRole('button', { name: /^Signed in as/ }).click()
    await nora.page.getByRole('menuitem', { name: 'Sign out' }).click()
    await signInPage(nora.page)
    await signInPage(tab)
    expect(await tokenOf(nora)).toBe('')
    const answer = await fetch(`${sluice.url}/whoami`, { headers: { authorization: `Bearer ${token}` } })
    expect(answer.status).toBe(401)
    await nora.leave()
  })

  it('is begun in every tab at the sign-in, and a link leads where it says', async () => {
    const nora = await visit()
    const tab = await nora.newTab()
    await tab.goto(`${sluice.url}/console/settings`)
    await signInPage(tab)
    await nora.signIn(HOLDER)
    await tab.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
    await nora.leave()
  })

  it('is not begun with a wrong password, which opens no window of the browser', async () => {
    const nora = await visit()
    await nora.page.goto(`${sluice.url}/console`)
    await nora.page.getByLabel('User').fill(HOLDER.user)
    await nora.page.getByLabel('Password', { exact: true }).fill('wrong')
    await nora.page.getByRole('button', { name: 'Sign in' }).click()
    await nora.page.getByRole('alert').filter({ hasText: 'do not belong together' }).waitFor()
    // A password window would have the focus, and hold the answer back.
    expect(await nora.page.getByLabel('Password', { exact: true }).inputValue()).toBe('')
    await nora.look('sign-in-wrong')
    await nora.leave()
  })

  it('counts the seconds after too many wrong passwords, of which a screen reader is told now and then', async () => {
    const user = 'guessed'
    const owner = ownerClient({ url: sluice.url, ownerPassword: OWNER.password })
    await owner.json('POST', '/users', { _id: user, password: 'something else', roles: [] })
    const guess = () => fetch(`${sluice.url}/whoami`, { headers: { authorization: `Basic ${btoa(`${user}:wrong`)}` } })
    await eventually(async () => expect((await guess()).status).toBe(429))
    const nora = await visit()
    await nora.page.goto(`${sluice.url}/console`)
    await nora.page.getByLabel('User').fill(user)
    await nora.page.getByLabel('Password', { exact: true }).fill('wrong')
    await nora.page.getByRole('button', { name: 'Sign in' }).click()
    const counted = nora.page.getByText(/Try again in \d+ s/)
    const secondsLeft = async () => Number(/\d+/.exec(await counted.innerText())?.[0])
    const begun = await secondsLeft()
    const told = new Set<string>()
    await eventually(async () => {
      told.add(await nora.page.getByRole('alert').innerText())
      expect(await secondsLeft()).toBeLessThan(begun - 2)
    })
    // A step of 30 seconds may have ended meanwhile.
    expect(told.size).toBeLessThanOrEqual(2)
    await nora.leave()
  })

  it('asks for the password over the page when it has ended, and sends what was typed once', async () => {
    const nora = await visit()
    await nora.signIn(HOLDER)
    await nora.page.getByRole('button', { name: 'Issue key' }).first().click()
    await nora.page.getByLabel('Name').fill('typed before')
    const owner = ownerClient({ url: sluice.url, ownerPassword: OWNER.password })
    // Whoever's password is written again has no session any more.
    await owner.json('PATCH', `/users/${HOLDER.user}`, { password: HOLDER.password })
    await nora.page.getByRole('button', { name: 'Issue key' }).last().click()
    const dialog = nora.page.getByRole('alertdialog', { name: 'Your session has ended' })
    await dialog.waitFor()
    await nora.look('session-ended')
    await dialog.getByLabel(`Password of ${HOLDER.user}`).fill(HOLDER.password)
    await dialog.getByRole('button', { name: 'Sign in' }).click()
    await nora.page.getByRole('heading', { name: 'Key “typed before” is issued' }).waitFor()
    const client = `Basic ${btoa(`${HOLDER.user}:${HOLDER.password}`)}`
    const keys = await (await fetch(`${sluice.url}/keys`, { headers: { authorization: client } })).json()
    expect(keys.map(({ name }: { name: string }) => name)).toEqual(['typed before'])
    await nora.leave()
  })

  const SCHEMA = 'type Query { routes: [Route] } type Route { origin: String }'
  const LINES = Array.from({ length: 200 }, (_, at) => `# line ${at}\n`).join('')
  const appVersions = async () => (await owner().json<object[]>('GET', '/gql-apps/shop/versions')).length
  const owner = () => ownerClient({ url: sluice.url, ownerPassword: OWNER.password })
  /** Somebody builds an app and has typed 200 lines that are not saved. */
  const typeLines = async ({ page }: Visit) => {
    await openPage(page, `${sluice.url}/console/graphql/app?id=shop`, 'Shop')
    await page.getByText('fit together').waitFor()
    await page.getByRole('textbox', { name: 'Schema' }).click()
    await page.keyboard.press('Control+Home')
    await page.keyboard.insertText(LINES)
  }

  it('gives the text back that a tab held which was killed', async () => {
    await owner().text('PUT', '/routes')
    await owner().json('POST', '/users', { _id: BUILDER.user, password: BUILDER.password, roles: ['admin'] })
    await owner().json('POST', '/gql-apps', {
      _id: 'shop',
      descriptor: { name: 'Shop', uri: 'shop' },
      schema: SCHEMA,
      mappings: { Query: { routes: { db: 'sluice', collection: 'routes' } } },
    })
    const builder = await visit()
    await builder.signIn(BUILDER)
    await typeLines(builder)
    await eventually(async () => expect(await builder.page.evaluate<string>(KEPT)).toContain('line 199'))
    // A page that has crashed is none any more for the one who drives it: its target is.
    const target = await builder.context.newCDPSession(builder.page)
    const crashed = builder.page.waitForEvent('crash')
    void target.send('Page.crash').catch(() => undefined)
    await crashed
    await target.send('Page.reload')
    await eventually(async () => {
      const { result } = await target.send('Runtime.evaluate', { expression: 'document.body.innerText' })
      expect(result.value).toContain('There is unsaved text of')
    })
    await builder.context.close()
  })

  it('is ended by an owner while 200 lines are not saved: they stay, and are saved once', async () => {
    const builder = await visit()
    const { page } = builder
    await builder.signIn(BUILDER)
    await typeLines(builder)
    const before = await appVersions()
    await owner().json('PATCH', `/users/${BUILDER.user}`, { password: BUILDER.password })
    await page.keyboard.press('Control+s')
    const dialog = page.getByRole('alertdialog', { name: 'Your session has ended' })
    await dialog.getByLabel(`Password of ${BUILDER.user}`).fill(BUILDER.password)
    await dialog.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('is saved, and answers by it now.').waitFor()
    expect(await appVersions()).toBe(before + 1)
    const { schema } = await owner().json<{ schema: string }>('GET', '/gql-apps/shop')
    expect(schema).toBe(`${LINES}${SCHEMA}`)
    await builder.leave([BUILDER.password])
  })

  it('goes on by itself after Sluice was frozen: the page stays, and nobody is signed out', async () => {
    const nora = await visit()
    await nora.signIn(HOLDER)
    await keysPage(nora.page)
    await nora.page.getByRole('button', { name: 'Issue key' }).first().waitFor()
    process.kill(sluice.pid, 'SIGSTOP')
    try {
      await nora.page.getByRole('button', { name: 'Issue key' }).first().click()
      await nora.page.getByLabel('Name').fill('typed while frozen')
      await nora.page.getByRole('button', { name: 'Issue key' }).last().click()
      await nora.page.locator('button[aria-disabled=true]', { hasText: 'Issue key' }).waitFor()
      expect(await nora.page.getByLabel('Name').inputValue()).toBe('typed while frozen')
    } finally {
      process.kill(sluice.pid, 'SIGCONT')
    }
    await nora.page.getByRole('heading', { name: 'Key “typed while frozen” is issued' }).waitFor()
    await nora.page.getByRole('button', { name: 'Copy', exact: true }).click()
    await nora.page.getByRole('button', { name: 'Done' }).click()
    await nora.leave([HOLDER.password])
  })

  it.each(['127.0.0.1', 'elsewhere.test'])('gives a page of another origin nothing: another port of %s', async host => {
    const nora = await visit()
    await nora.signIn(HOLDER)
    const token = await tokenOf(nora)
    const { port } = other.address() as AddressInfo
    const foreign = await nora.context.newPage()
    await foreign.goto(`http://${host}:${port}`)
    const tried = await foreign.evaluate<string[]>(tryTokens(sluice.url))
    expect(tried.join()).not.toContain('sls_')
    expect(tried[1]).toContain('TypeError')
    const still = await fetch(`${sluice.url}/whoami`, { headers: { authorization: `Bearer ${token}` } })
    expect(still.status).toBe(200)
    await foreign.close()
    await nora.leave([token])
  })

  it('works over plain HTTP on the name of a host, and says that it can be read', async () => {
    const url = sluice.url.replace('127.0.0.1', 'sluice.test')
    const nora = await beginVisit(browser, url)
    await nora.page.goto(`${url}/console`)
    expect(await nora.page.evaluate('isSecureContext')).toBe(false)
    await nora.page.getByText('passwords and keys can be read on the way').waitFor()
    await nora.page.getByLabel('User').fill(HOLDER.user)
    await nora.page.getByLabel('Password', { exact: true }).fill(HOLDER.password)
    await nora.page.getByRole('button', { name: 'Sign in' }).click()
    await keysPage(nora.page)
    await nora.page.reload()
    await keysPage(nora.page)
    await nora.look('plain-http')
    await nora.context.close()
  })

  it('shows somebody without any leave what is left, and says why a page is closed', async () => {
    const otto = await visit()
    await otto.signIn(STRANGER)
    await keysPage(otto.page)
    await otto.page.getByText('You can’t issue keys at the moment.').waitFor()
    const links = otto.page.getByRole('navigation', { name: 'Main' }).getByRole('link')
    expect(await links.allInnerTexts()).toEqual(['Sluice', 'My keys', 'Settings', 'Manual', 'API docs'])
    for (const { path, title, refused } of PAGES) {
      await openPage(otto.page, `${sluice.url}/console${path}`, title)
      const told = otto.page.getByRole('heading', { name: refused ?? 'You may not' })
      if (refused) await told.first().waitFor()
      else expect(await told.count()).toBe(0)
      if (path === '/admin/plugins') await otto.look('no-permission')
    }
    await otto.leave()
  })
})
