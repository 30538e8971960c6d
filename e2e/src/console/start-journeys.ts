import type { Browser, Locator, Page } from 'playwright-core'
import type { SluiceProcess } from '../standalone/sluice-process.ts'
import { countInputs, focused, type InputCount } from './count-inputs.ts'
import { openBrowser } from './open-browser.ts'
import { OWNER } from './start-console.ts'
import { type DemoRig, startDemo } from './start-demo.ts'
import { beginVisit, type ConsoleUser, type Visit } from './visit.ts'

/** A person who walks through the console of a demo, with what he presses counted. */
export type Walker = {
  visit: Visit
  page: Page
  inputs: InputCount
  /** From the address that `npm start` prints, by keys. @param submit presses the last key or button */
  signIn(user: ConsoleUser, submit: () => Promise<void>): Promise<void>
  /** To where one is after the sign-in, with what was not saved given up. The count begins there. */
  begin(): Promise<void>
  title(name: string | RegExp): Locator
  link(name: string): Locator
  button(name: string): Locator
  /** Waits until it has the focus. */
  waitForFocus(locator: Locator): Promise<void>
}

/** A demo and a browser for people who walk. */
export type JourneysRig = DemoRig & { browser: Browser; newWalker(): Promise<Walker> }

export async function startJourneys(): Promise<JourneysRig> {
  const demo = await startDemo()
  const browser = await openBrowser()
  return {
    ...demo,
    browser,
    newWalker: () => newWalker(demo.sluice, browser),
    async stop() {
      await browser.close()
      await demo.stop()
    },
  }
}

/** Somebody who walks through the console of a Sluice. */
export async function newWalker(sluice: SluiceProcess, browser: Browser): Promise<Walker> {
  const visit = await beginVisit(browser, sluice.url)
  const inputs = await countInputs(visit.context)
  const { page } = visit
  const title = (name: string | RegExp) => page.getByRole('heading', { level: 1, name })
  return {
    visit,
    page,
    inputs,
    title,
    link: name => page.getByRole('link', { name, exact: true }),
    button: name => page.getByRole('button', { name, exact: true }),
    waitForFocus: locator => focused(page, locator).waitFor(),
    async signIn({ user, password }, submit) {
      const [, address = ''] = /Sluice is ready at (\S+)/.exec(sluice.printed()) ?? []
      await page.goto(address)
      await title(/^Sign in/).waitFor()
      await page.keyboard.type(user)
      await page.keyboard.press('Tab')
      await page.keyboard.type(password)
      await submit()
    },
    async begin() {
      const giveUp = (question: { accept(): Promise<void> }) => void question.accept()
      page.on('dialog', giveUp)
      await page.goto(`${sluice.url}/console/`)
      await title('Overview').waitFor()
      page.off('dialog', giveUp)
      inputs.begin()
    },
  }
}

/** Signs the owner in, who may do everything. */
export async function signInOwner(walker: Walker): Promise<void> {
  await walker.signIn(OWNER, () => walker.page.keyboard.press('Enter'))
  await walker.title('Overview').waitFor()
}
