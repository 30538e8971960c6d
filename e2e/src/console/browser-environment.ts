import { TestEnvironment } from 'jest-environment-node'
import type { BrowserType } from 'playwright-core'

declare global {
  /** Playwright as the worker of jest has it, where there is one. */
  var loadChromium: (() => Promise<BrowserType>) | undefined
}

/**
 * Jest's own environment, with Playwright outside of it: it is loaded once in a worker and not in each test file, and what it
 * does again and again is compiled for speed then. A file that opens no browser does not load it.
 * @public jest loads it
 */
export default class BrowserEnvironment extends TestEnvironment {
  override async setup(): Promise<void> {
    await super.setup()
    this.global.loadChromium = async () => (await import('playwright-core')).chromium
  }
}
