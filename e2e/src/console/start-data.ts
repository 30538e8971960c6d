import { expect } from '@jest/globals'
import type { Browser, Locator, Page } from 'playwright-core'
import { type HttpClient, ownerClient } from '../http-client.ts'
import type { SluiceProcess } from '../standalone/sluice-process.ts'
import { openBrowser } from './open-browser.ts'
import { openPage } from './pages.ts'
import { OWNER, startConsole } from './start-console.ts'
import { beginVisit, type Visit } from './visit.ts'

/** A Sluice with an owner at its console, and what he does at the pages of data. */
export type DataRig = {
  sluice: SluiceProcess
  browser: Browser
  api: HttpClient
  owner: Visit
  page: Page
  /** The dialog that lies over the page. */
  dialog: Locator
  button(name: string): Locator
  /** Goes to a page of the console, and waits until what it fetches is there. */
  goTo(path: string, title: string): Promise<void>
  /** Replaces the text of an editor, of the dialog where there is one. */
  type(name: string, text: string): Promise<void>
  /** Chooses something behind the three dots of a collection. */
  act(name: string): Promise<void>
  /** Stores a document whose text is sent as it is, with every digit. */
  store(path: string, body: string): Promise<void>
  stop(): Promise<void>
}

/** A value of each type that JSON lacks, and numbers that a program of JavaScript would change. */
export const TYPES =
  '"int": 5, "double": 5.0, "long": {"$numberLong": "7"}, "far": 3000000000, "huge": {"$numberLong": "9007199254740993"}, "price": {"$numberDecimal": "1.10"}, "at": {"$date": 0}'

export async function startData(): Promise<DataRig> {
  const sluice = await startConsole()
  const api = ownerClient({ url: sluice.url, ownerPassword: OWNER.password })
  const browser = await openBrowser()
  const owner = await beginVisit(browser, sluice.url)
  const { page } = owner
  await owner.signIn(OWNER)
  const dialog = page.getByRole('alertdialog')
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  return {
    sluice,
    browser,
    api,
    owner,
    page,
    dialog,
    button,
    goTo: (path, title) => openPage(page, `${sluice.url}/console${path}`, title),
    async type(name, text) {
      await page.getByRole('textbox', { name, exact: true }).last().click()
      await page.keyboard.press('Control+a')
      await page.keyboard.insertText(text)
    },
    async act(name) {
      await button('More about this collection').click()
      await page.getByRole('menuitem', { name }).click()
    },
    async store(path, body) {
      const authorization = `Basic ${Buffer.from(`${OWNER.user}:${OWNER.password}`).toString('base64')}`
      const headers = { authorization, 'content-type': 'application/json' }
      const { status } = await fetch(sluice.url + path, { method: 'POST', headers, body })
      expect([body, status]).toEqual([body, 201])
    },
    async stop() {
      await browser.close()
      await sluice.interrupt()
    },
  }
}
