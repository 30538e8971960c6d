import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { temporaryDirectory } from '@sluice/testkit'
import type { Browser } from 'playwright-core'
import { ownerClient } from '../http-client.ts'
import type { SluiceProcess } from '../standalone/sluice-process.ts'
import { press, tabTo } from './count-inputs.ts'
import { describeInBrowser } from './describe-in-browser.ts'
import { issueKey, statusOf } from './issue-key.ts'
import { openBrowser } from './open-browser.ts'
import { plantKeys } from './plant-keys.ts'
import { HOLDER, OWNER, startConsole } from './start-console.ts'
import { newWalker, signInOwner, type Walker } from './start-journeys.ts'

const IDLE = { user: 'ida', issuedDaysAgo: 200, endsInDays: 100 }

/** An installation with keys of long ago, and its owner. */
type OldInstallation = { sluice: SluiceProcess; owner: Walker }

async function startOld(browser: Browser): Promise<OldInstallation> {
  const directory = await temporaryDirectory()
  await plantKeys(directory, [
    { ...IDLE, name: 'idle one', usedDaysAgo: 91 },
    { ...IDLE, name: 'idle two' },
    { ...IDLE, name: 'used', usedDaysAgo: 89 },
  ])
  const sluice = await startConsole({ DATA_DIR: directory })
  const owner = await newWalker(sluice, browser)
  await signInOwner(owner)
  return { sluice, owner }
}

describeInBrowser('a way of whoever owns the keys, within its count of clicks and of keys,', () => {
  let browser: Browser
  /** One is walked through by mouse, the other by keys: what is revoked is revoked once. */
  let byMouse: OldInstallation
  let byKeys: OldInstallation
  const secrets: string[] = [OWNER.password]

  beforeAll(async () => {
    browser = await openBrowser()
    byMouse = await startOld(browser)
    byKeys = await startOld(browser)
  })
  afterAll(async () => {
    await browser.close()
    await byMouse.sluice.interrupt()
    await byKeys.sluice.interrupt()
  })

  const issue = async ({ sluice }: OldInstallation) => {
    const secret = await issueKey(sluice.url, HOLDER, { name: 'leaked', roles: ['reader'] })
    secrets.push(secret)
    expect(await statusOf(sluice.url, secret)).toBe(200)
    return secret
  }
  const ended = async ({ sluice, owner: { page } }: OldInstallation, secret: string) => {
    await page.getByText(`It was live, belonged to nora, and is revoked (slk_…${secret.slice(-4)}).`).waitFor()
    expect(await statusOf(sluice.url, secret)).toBe(401)
  }
  const lineInAudit = async ({ link, title, page }: Walker) => {
    await link('Show it in the audit').click()
    await title('Audit').waitFor()
    await page.getByRole('row', { name: /Key revoked.*of nora.*the key was reported as leaked/ }).waitFor()
  }

  it('ends a key that has leaked, and says whose it was: by mouse', async () => {
    const { page, inputs, begin, link, button, waitForFocus } = byMouse.owner
    const secret = await issue(byMouse)
    await begin()
    await link('All keys').click()
    await button('Report a leaked key').click()
    await waitForFocus(page.getByLabel('The key'))
    await page.keyboard.insertText(secret)
    await button('End this key').click()
    await ended(byMouse, secret)
    await inputs.expectAtMost('clicks', 3)
    await lineInAudit(byMouse.owner)
  })

  it('ends a key that has leaked, and says whose it was: by keys', async () => {
    const { page, inputs, begin, waitForFocus } = byKeys.owner
    const secret = await issue(byKeys)
    await begin()
    await press(page, 'Control+k')
    await page.getByRole('dialog', { name: 'Search or go to' }).waitFor()
    await page.keyboard.insertText(secret)
    await page.getByRole('option', { name: 'Report a leaked key' }).waitFor()
    await press(page, 'Enter')
    await waitForFocus(page.getByLabel('The key'))
    await press(page, 'Enter')
    await ended(byKeys, secret)
    await inputs.expectAtMost('keys', 4)
    await lineInAudit(byKeys.owner)
  })

  const listed = ({ page }: Walker) => page.getByRole('row', { name: /idle/ }).nth(1).waitFor()
  const counted = async ({ page }: Walker) => {
    await page.getByText('2 keys match: unused for 90 days.').waitFor()
    await page.getByText(/“idle one” of ida was used last/).waitFor()
  }
  const revoked = async ({ sluice, owner: { page } }: OldInstallation) => {
    await page.getByRole('heading', { name: '2 keys are revoked' }).waitFor()
    await page.getByText('None that matches is left.').waitFor()
    const client = ownerClient({ url: sluice.url, ownerPassword: OWNER.password })
    const keys = await client.json<{ name: string }[]>('GET', '/admin/keys?user=ida')
    expect(keys.map(({ name }) => name)).toEqual(['used'])
  }

  it('revokes all keys that were not used for 90 days: by mouse', async () => {
    const { page, inputs, begin, link, button } = byMouse.owner
    await begin()
    await link('All keys').click()
    await button('Idle 90 days').click()
    await listed(byMouse.owner)
    await button('Revoke matching').click()
    await counted(byMouse.owner)
    await page.getByLabel('Type 2 to go on').click()
    await page.keyboard.type('2')
    await button('Revoke 2 keys').click()
    await revoked(byMouse)
    await inputs.expectAtMost('clicks', 5)
    await button('Close').click()
    await page.getByRole('heading', { name: 'No key matches' }).waitFor()
  })

  it('revokes all keys that were not used for 90 days: by keys', async () => {
    const { page, inputs, begin, link, button, title, waitForFocus } = byKeys.owner
    await begin()
    await link('All keys').waitFor()
    await press(page, 'g', 'y')
    await title('All keys').waitFor()
    await press(page, '3')
    await listed(byKeys.owner)
    await press(page, 'm')
    await counted(byKeys.owner)
    await waitForFocus(button('Cancel'))
    await press(page, 'Shift+Tab')
    await waitForFocus(page.getByLabel('Type 2 to go on'))
    await page.keyboard.type('2')
    await tabTo(page, button('Revoke 2 keys'))
    await press(page, 'Enter')
    await revoked(byKeys)
    await inputs.expectAtMost('keys', 10)
  })

  it('leaves nothing secret behind', async () => {
    await byMouse.owner.visit.leave(secrets)
    await byKeys.owner.visit.leave(secrets)
  })
})
