import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect } from '@jest/globals'
import { noteSeenPage } from '@sluice/testkit'
import { environment } from '@sluice/testkit/backends'
import type { Browser, BrowserContext, Page, ViewportSize } from 'playwright-core'

export type ConsoleUser = { user: string; password: string }

/** A person at the console: a browser of its own, of whose pages everything odd is noted. */
export type Visit = {
  context: BrowserContext
  page: Page
  /** One more tab of the same browser, watched like the first. */
  newTab(): Promise<Page>
  signIn(credentials: ConsoleUser): Promise<void>
  /** Looks at the page as it is: axe and a picture, in both themes. */
  look(name: string): Promise<void>
  /** Ends the visit. Fails where a page broke its policy, threw, or said what nobody expects. */
  leave(secrets?: readonly string[]): Promise<void>
}

/** A rule that does not hold, with the elements of which it does not. */
type AxeFinding = { id: string; nodes: readonly { html: string }[] }

type VisitOptions = {
  timezoneId?: string
  viewport?: ViewportSize
  /** The tab fetches the files of all pages, as it does where nobody has asked the browser to fetch little. */
  fetchesAhead?: boolean
}

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice']
/** Less than a test may take, so that a test which waits in vain says for what. */
const PATIENCE_MS = 15_000
const BUILD_MS = 50_000
const THEMES = ['light', 'dark'] as const
/** Chromium writes a line for each answer that is no success: that of a first visit, of a wrong password, of a refusal. */
const EXPECTED = /^Failed to load resource: the server responded with a status of (400|401|403|404|409|412|429|503)/

/** Evaluated in the page: all that its scripts can read of what is kept, and where the page was and has asked. */
const KEPT = `JSON.stringify([
  { ...localStorage }, { ...sessionStorage }, document.cookie, location.href, history.state,
  performance.getEntries().map(({ name }) => name),
])`

/** Evaluated in every page, before its own scripts: somebody has asked the browser to fetch little. */
const SAVE_DATA = "Object.defineProperty(navigator, 'connection', { value: { saveData: true } })"

/** @param url of the gateway */
export async function beginVisit(browser: Browser, url: string, options: VisitOptions = {}): Promise<Visit> {
  const context = await browser.newContext({
    viewport: options.viewport ?? { width: 1280, height: 800 },
    locale: 'en-GB',
    timezoneId: options.timezoneId ?? 'UTC',
    reducedMotion: 'reduce',
    colorScheme: 'light',
  })
  context.setDefaultTimeout(PATIENCE_MS)
  if (!options.fetchesAhead) await context.addInitScript(SAVE_DATA)
  const faults: string[] = []
  const seen: string[] = []
  const open = async () => {
    const page = await context.newPage()
    watch(page, url, { faults, seen })
    return page
  }
  const page = await open()
  return {
    context,
    page,
    newTab: open,
    async signIn({ user, password }) {
      await page.goto(`${url}/console`)
      // Of sources that were never served before the console is built first.
      await page.getByLabel('User').fill(user, { timeout: BUILD_MS })
      await page.getByLabel('Password', { exact: true }).fill(password)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByRole('navigation', { name: 'Main' }).first().waitFor({ state: 'attached' })
    },
    look: name => look(page, name),
    async leave(secrets = []) {
      for (const secret of secrets) await expectUnknown(context, secret)
      await context.close()
      const told = seen.filter(text => secrets.some(secret => text.includes(secret)))
      expect({ faults, told }).toEqual({ faults: [], told: [] })
    },
  }
}

type Notes = { faults: string[]; seen: string[] }

function watch(page: Page, url: string, { faults, seen }: Notes): void {
  page.on('pageerror', error => faults.push(`uncaught: ${error.message}`))
  page.on('console', message => {
    seen.push(message.text())
    if (!EXPECTED.test(message.text())) faults.push(`${message.type()}: ${message.text()}`)
  })
  page.on('request', request => {
    if (!request.url().startsWith(url) && !request.url().startsWith('data:')) faults.push(`left: ${request.url()}`)
  })
  page.on('framenavigated', frame => seen.push(frame.url()))
}

/** A secret stands neither in what scripts can read of storages, cookies and the history, nor in an address. */
async function expectUnknown(context: BrowserContext, secret: string): Promise<void> {
  for (const page of context.pages()) {
    const kept = await page.evaluate<string>(KEPT)
    expect(kept).not.toContain(secret)
  }
}

async function look(page: Page, name: string): Promise<void> {
  for (const theme of THEMES) {
    await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`)
    const violations = await findViolations(page)
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
    await picture(page, `${name}-${page.viewportSize()?.width}-${theme}`)
    expect({ name, theme, found }).toEqual({ name, theme, found: [] })
    noteSeenPage(new URL(page.url()).pathname)
  }
}

const require = createRequire(import.meta.url)
/** Evaluated in the page, where axe is from then on. Its short form: all of it goes to each page anew. */
const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8')
/** Evaluated in the page: all rules of the tags, of which only what was found is told. */
const RUN_AXE = `axe.run({ runOnly: ${JSON.stringify(TAGS)}, resultTypes: ['violations'] })`

/**
 * What axe finds in the page as it is. It stays in the page for the next look. Where there are frames, each is looked at, for
 * which axe's own way opens a tab of its own.
 */
async function findViolations(page: Page): Promise<readonly AxeFinding[]> {
  if (page.frames().length > 1) return findInFrames(page)
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(AXE)
  return (await page.evaluate<{ violations: AxeFinding[] }>(RUN_AXE)).violations
}

async function findInFrames(page: Page): Promise<readonly AxeFinding[]> {
  // Loaded where it is needed only: with it comes all of axe, into the process of the tests.
  const { AxeBuilder } = await import('@axe-core/playwright')
  return (await new AxeBuilder({ page }).withTags(TAGS).analyze()).violations
}

/** Pictures go where `SLUICE_PICTURES` says; without it none are made. */
async function picture(page: Page, name: string): Promise<void> {
  const folder = environment().SLUICE_PICTURES
  if (folder === undefined) return
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: `${folder}/${name}.png` })
}
