import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { eventually } from '@sluice/testkit'
import type { Browser, Page } from 'playwright-core'
import { type HttpClient, ownerClient } from '../http-client.ts'
import type { SluiceProcess } from '../standalone/sluice-process.ts'
import { describeInBrowser } from './describe-in-browser.ts'
import { openBrowser } from './open-browser.ts'
import { HOLDER, OWNER, STRANGER, startConsole } from './start-console.ts'
import { expectToFit } from './start-webhooks.ts'
import { beginVisit, type Visit } from './visit.ts'

const HOSTILE = ['100%', '"quoted" <script>alert(1)', 'שרה לוי', 'x'.repeat(200), '7', 'a?b=c&d#e']
const TYPED = 'a password that is typed'
const [FOCUSED, KEPT] = ['document.activeElement?.textContent', 'JSON.stringify({ ...sessionStorage })']

describeInBrowser('the users in the console', () => {
  let sluice: SluiceProcess
  let browser: Browser
  let client: HttpClient
  let owner: Visit
  let page: Page
  const secrets: string[] = [OWNER.password, TYPED]

  beforeAll(async () => {
    sluice = await startConsole()
    client = ownerClient({ url: sluice.url, ownerPassword: OWNER.password })
    browser = await openBrowser()
    owner = await beginVisit(browser, sluice.url)
    page = owner.page
    await owner.signIn(OWNER)
  })
  afterAll(async () => {
    await browser.close()
    await sluice.interrupt()
  })

  const dialog = () => page.getByRole('alertdialog')
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const field = (name: string) => page.getByLabel(name, { exact: true })
  const goTo = async (path: string, title: string) => {
    await page.goto(`${sluice.url}/console${path}`)
    await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
    await page.getByRole('status', { name: /^Loading/ }).waitFor({ state: 'detached' })
  }
  const openUser = (name: string) => goTo(`/users/one?user=${encodeURIComponent(JSON.stringify(name))}`, name)
  const signsIn = async (user: string, password: string) => {
    const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
    return (await fetch(`${sluice.url}/whoami`, { headers: { authorization } })).status === 200
  }
  const type = async (name: string, text: string) => {
    await page.getByRole('textbox', { name, exact: true }).click()
    await page.keyboard.press('Control+a')
    await page.keyboard.insertText(text)
  }
  const stored = (name: string) => client.json<Record<string, unknown>>('GET', `/users/${encodeURIComponent(name)}`)

  it('are listed by name, with their roles, and found by either', async () => {
    await page.getByRole('link', { name: 'Users' }).click()
    await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor()
    await page.getByRole('row', { name: /^admin.*Owner/ }).waitFor()
    await page.getByRole('row', { name: /^nora.*crew.*Enabled/ }).waitFor()
    await owner.look('users-list')
    await field('Search users').fill('nobod')
    await page.getByRole('row', { name: /^nora/ }).waitFor({ state: 'detached' })
    await page.getByRole('row', { name: /^otto/ }).waitFor()
    expect(page.url()).toContain('q=nobod')
    await field('Search users').fill('no.dy')
    await page.getByRole('heading', { name: 'No user matches' }).waitFor()
    await owner.look('users-none-matches')
    await button('Show all users').click()
    await expectToFit(page)
  })

  it('get a password that is made and shown once, and that signs them in', async () => {
    await button('New user').click()
    await field('Name').fill('maria')
    await dialog().getByRole('button', { name: 'crew', exact: true }).click()
    expect(await field('Roles').inputValue()).toBe('crew')
    await owner.look('users-new')
    await button('Add user').click()
    await page.getByRole('heading', { name: 'The password of “maria”' }).waitFor()
    const password = await field('Secret').inputValue()
    secrets.push(password)
    await owner.look('users-made-password')
    await page.keyboard.press('Escape')
    await button('Copy').click()
    await button('Done').click()
    await page.getByRole('row', { name: /^maria/ }).waitFor()
    expect(await signsIn('maria', password)).toBe(true)
    expect(await page.content()).not.toContain(password)
  })

  it.each([
    ['', 'crew', 'Name'],
    ['a:b', 'crew', 'Name'],
    ['a/b', 'crew', 'Name'],
    ['NORA', 'crew', 'Name'],
    ['fine', 'crew crew', 'Roles'],
    ['fine', 'cr\u00a7ew', 'Roles'],
  ])('say at the field what is wrong with a new one %j of roles %j', async (name, roles, wrong) => {
    await button('New user').click()
    await field('Name').fill(name)
    await field('Roles').fill(roles)
    await button('Add user').click()
    await eventually(async () => expect(await field(wrong).getAttribute('aria-invalid')).toBe('true'))
    if (name === 'a/b') await owner.look('users-new-faults')
    await dialog().getByRole('button', { name: 'Cancel' }).click()
  })

  it('take no password that was typed differently, none that is empty, and no hash that is none', async () => {
    await button('New user').click()
    await field('Name').fill('pia')
    await page.getByLabel('Type it').check()
    await field('New password').fill(TYPED)
    await field('The same once more').fill(`${TYPED}?`)
    await button('Add user').click()
    await page.getByText('This is not what you have typed above.').waitFor()
    await field('New password').fill('')
    await field('The same once more').fill('')
    await button('Add user').click()
    await eventually(async () => expect(await field('New password').getAttribute('aria-invalid')).toBe('true'))
    await page.getByLabel('Take the hash of another system').check()
    await field('Hash').fill('no hash at all')
    await button('Add user').click()
    await eventually(async () => expect(await field('Hash').getAttribute('aria-invalid')).toBe('true'))
    await page.getByLabel('Type it').check()
    await field('New password').fill(TYPED)
    await field('The same once more').fill(TYPED)
    await button('Add user').click()
    await page.getByRole('row', { name: /^pia/ }).waitFor()
    expect(await signsIn('pia', TYPED)).toBe(true)
    expect(await page.evaluate<string>(KEPT)).not.toContain(TYPED)
  })

  it('are changed in roles and properties, and in nothing else', async () => {
    await page.getByRole('link', { name: 'pia' }).click()
    await page.getByRole('heading', { level: 1, name: 'pia' }).waitFor()
    await field('Roles').fill('crew pilot')
    await type('Own properties', '{"team": {"name": "north"},\n "seat": 4,}')
    await button('Save').click()
    await page.getByText('A name in double quotes is missing here.').first().waitFor()
    await owner.look('user-properties-fault')
    await type('Own properties', '{"team": {"name": "north"}, "seat": 4}')
    await page.keyboard.press('Control+s')
    await page.getByText('All is saved.').waitFor()
    expect(await stored('pia')).toMatchObject({ roles: ['crew', 'pilot'], team: { name: 'north' }, seat: 4 })
    await type('Own properties', '{"seat": 5}')
    await button('Save').click()
    await page.getByText('All is saved.').waitFor()
    const { team, seat } = await stored('pia')
    expect([team, seat]).toEqual([undefined, 5])
    expect(await signsIn('pia', TYPED)).toBe(true)
    await owner.look('user')
    await expectToFit(page)
  })

  it('keep what was typed over them through a reload, without a password', async () => {
    await field('Roles').fill('crew kept')
    await page.getByLabel('Type it').check()
    await field('New password').fill(TYPED)
    await eventually(async () => expect(await page.evaluate<string>(KEPT)).toContain('crew kept'))
    expect(await page.evaluate<string>(KEPT)).not.toContain(TYPED)
    page.once('dialog', question => void question.accept())
    await page.reload()
    await page.getByText(/There is unsaved text of/).waitFor()
    await owner.look('user-kept')
    await button('Restore').click()
    expect(await field('Roles').inputValue()).toBe('crew kept')
  })

  it('show both versions where somebody else has saved meanwhile', async () => {
    await client.json('PATCH', '/users/pia', { roles: ['crew', 'elsewhere'] })
    await button('Save').click()
    await page.getByRole('heading', { name: '“pia” was changed meanwhile' }).waitFor()
    await dialog().getByText('"elsewhere"').first().waitFor()
    await owner.look('user-conflict')
    await button('Edit on').click()
    expect(await field('Roles').inputValue()).toBe('crew kept')
    await button('Save').click()
    await button('Write mine over it').click()
    await page.getByText('All is saved.').waitFor()
    expect(await stored('pia')).toMatchObject({ roles: ['crew', 'kept'], seat: 5 })
  })

  it('get another password, and the old one ends', async () => {
    await page.getByLabel('Make one and show it once').check()
    await button('Set password').click()
    await page.getByRole('heading', { name: 'The password of “pia”' }).waitFor()
    const password = await field('Secret').inputValue()
    secrets.push(password)
    await button('Copy').click()
    await button('Done').click()
    expect([await signsIn('pia', TYPED), await signsIn('pia', password)]).toEqual([false, true])
    await page.getByText('All is saved.').waitFor()
  })

  it('become owners after a question, and the last one who can sign in stays one', async () => {
    await field('Roles').fill('admin')
    await button('Save').click()
    await page.getByRole('heading', { name: 'Make “pia” an owner' }).waitFor()
    await eventually(async () => expect(await page.evaluate(FOCUSED)).toBe('Cancel'))
    await owner.look('user-becomes-owner')
    await button('Make owner').click()
    await page.getByText('All is saved.').waitFor()
    await field('Roles').fill('crew')
    await button('Save').click()
    await page.getByText('All is saved.').waitFor()
    await openUser('admin')
    await page.getByText('This is the last owner who can sign in').waitFor()
    await page.getByText('This is you.').waitFor()
    await field('Roles').fill('crew')
    await button('Save').click()
    await page.getByText('Nobody else who can sign in has the role').waitFor()
    await owner.look('user-last-owner')
    await field('Roles').fill('admin')
  })

  it('are switched off, and nobody signs in as they then', async () => {
    await openUser(STRANGER.user)
    await page.getByRole('switch', { name: 'May sign in' }).click()
    await button('Save').click()
    await page.getByText('Disabled', { exact: true }).waitFor()
    expect(await signsIn(STRANGER.user, STRANGER.password)).toBe(false)
    await page.getByRole('switch', { name: 'May sign in' }).click()
    await button('Save').click()
    await page.getByText('Enabled').waitFor()
    expect(await signsIn(STRANGER.user, STRANGER.password)).toBe(true)
  })

  it('show their keys, and a deletion says how many end', async () => {
    const authorization = `Basic ${Buffer.from(`maria:${secrets[2]}`).toString('base64')}`
    for (const name of ['one', 'two']) {
      const body = JSON.stringify({ name, roles: ['reader'], expiresIn: 1 })
      const headers = { authorization, 'content-type': 'application/json' }
      expect((await fetch(`${sluice.url}/keys`, { method: 'POST', headers, body })).status).toBe(201)
    }
    await openUser('maria')
    await page.getByRole('listitem').filter({ hasText: 'two' }).waitFor()
    await owner.look('user-keys')
    await button('More about this user').click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByText('2 keys end with it.').waitFor()
    await eventually(async () => expect(await page.evaluate(FOCUSED)).toBe('Cancel'))
    await owner.look('user-delete')
    await button('Delete user').click()
    await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor()
    await page.getByRole('row', { name: /^maria/ }).waitFor({ state: 'detached' })
  })

  it.each(HOSTILE)('may have a name like %j: made, opened, changed and deleted', async name => {
    await goTo('/users', 'Users')
    await button('New user').click()
    await field('Name').fill(name)
    await page.getByLabel('Type it').check()
    await field('New password').fill(TYPED)
    await field('The same once more').fill(TYPED)
    await button('Add user').click()
    await page.getByRole('link', { name, exact: true }).click()
    await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
    await page.reload()
    await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
    await field('Roles').fill('crew')
    await button('Save').click()
    await page.getByText('All is saved.').waitFor()
    expect(await stored(name)).toMatchObject({ _id: name, roles: ['crew'] })
    if (name.length === 200) await expectToFit(page)
    await button('More about this user').click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await button('Delete user').click()
    await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor()
    await page.getByRole('link', { name, exact: true }).waitFor({ state: 'detached' })
  })

  it('change their own password, and go on with another session in every tab', async () => {
    const nora = await beginVisit(browser, sluice.url)
    await nora.signIn(HOLDER)
    const other = await nora.newTab()
    await other.goto(`${sluice.url}/console/keys`)
    await other.getByRole('heading', { name: 'You have no keys' }).waitFor()
    await nora.page.getByRole('link', { name: 'Settings' }).click()
    const mine = (name: string) => nora.page.getByLabel(name, { exact: true })
    const next = 'the next password of nora'
    await mine('Password as it is now').fill('not this one')
    await mine('New password').fill(next)
    await mine('The same once more').fill(next)
    await nora.page.getByRole('button', { name: 'Change password' }).click()
    await nora.page.getByText('This is not your password.').first().waitFor()
    await nora.look('settings-wrong-password')
    await mine('Password as it is now').fill(HOLDER.password)
    await nora.page.getByRole('button', { name: 'Change password' }).click()
    await nora.page.getByText('Your password is changed.').waitFor()
    expect(await mine('New password').inputValue()).toBe('')
    expect([await signsIn('nora', HOLDER.password), await signsIn('nora', next)]).toEqual([false, true])
    for (const tab of [nora.page, other]) {
      await tab.reload()
      await tab.getByRole('navigation', { name: 'Main' }).first().waitFor({ state: 'attached' })
      await tab.getByRole('link', { name: 'My keys' }).click()
      await tab.getByRole('heading', { name: 'You have no keys' }).waitFor()
    }
    await nora.leave([HOLDER.password, next])
  })

  it('are no page for who may not read them, which says why', async () => {
    const otto = await beginVisit(browser, sluice.url)
    await otto.signIn(STRANGER)
    expect(await otto.page.getByRole('link', { name: 'Users' }).count()).toBe(0)
    for (const path of ['/users', '/users/one?user=admin']) {
      await otto.page.goto(`${sluice.url}/console${path}`)
      await otto.page.getByRole('heading', { name: /^You may not see/ }).waitFor()
      await otto.page.getByText(/An owner of this installation can change that/).waitFor()
    }
    await otto.look('users-not-permitted')
    await otto.leave([STRANGER.password])
  })

  it('leave no password behind', async () => {
    await owner.leave(secrets)
  })
})
