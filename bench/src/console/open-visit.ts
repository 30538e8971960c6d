import type { Browser, BrowserContext, Page } from 'playwright-core'
import { GAUGES } from './in-page.ts'

const PATIENCE_MS = 60_000

/** A page of a browser without anything cached. */
export type BenchPage = { context: BrowserContext; page: Page }

/** Such a page at the console of a Sluice. */
export type BenchVisit = BenchPage & { formPaintedMs: number }

type ConsoleOwner = { url: string; ownerPassword: string }

/** Opens a page that times its paints and inputs. */
export async function openMeasuredPage(browser: Browser): Promise<BenchPage> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' })
  context.setDefaultTimeout(PATIENCE_MS)
  await context.addInitScript(GAUGES)
  return { context, page: await context.newPage() }
}

/** Opens the form to sign in. */
export async function openForm(browser: Browser, { url }: ConsoleOwner): Promise<BenchVisit> {
  const { context, page } = await openMeasuredPage(browser)
  await page.goto(`${url}/console`)
  // Of sources that were never served before the console is built first.
  await page.getByLabel('User').waitFor()
  return { context, page, formPaintedMs: await page.evaluate<number>('formPaintedAt') }
}

/** Signs the owner in at the form that is open. */
export async function signIn({ page }: BenchVisit, { ownerPassword }: ConsoleOwner): Promise<void> {
  await page.getByLabel('User').fill('admin')
  await page.getByLabel('Password', { exact: true }).fill(ownerPassword)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

export async function openSignedIn(browser: Browser, owner: ConsoleOwner): Promise<BenchVisit> {
  const visit = await openForm(browser, owner)
  await signIn(visit, owner)
  await visit.page.getByRole('navigation', { name: 'Main' }).first().waitFor({ state: 'attached' })
  return visit
}
