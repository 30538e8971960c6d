import type { Browser } from 'playwright-core'
import { type BenchPage, openMeasuredPage } from './open-visit.ts'

/**
 * Opens a page that has nothing but what is given: what the browser itself costs on this machine, beside which the figures of
 * the console are read.
 */
export async function openBarePage(browser: Browser, html: string): Promise<BenchPage> {
  const opened = await openMeasuredPage(browser)
  await opened.page.goto(`data:text/html,${encodeURIComponent(`<!doctype html><title>bare</title>${html}`)}`)
  return opened
}
