import { TestEnvironment } from 'jest-environment-node'
import type { Browser, LaunchOptions } from 'playwright-core'

declare global {
  /** Starts Chromium by the Playwright of the worker of jest; only there. */
  var launchInWorker: ((options: LaunchOptions) => Promise<Browser>) | undefined
}

/** A page of a test lives for seconds, in which it takes more to compile its scripts for speed than that saves. */
const FOR_SHORT_LIVES = '--js-flags=--no-opt --no-maglev'

/**
 * Jest's own environment, with Playwright outside of it: it is loaded once in a worker and not in each test file, and what it
 * does again and again is compiled for speed then. A file that opens no browser does not load it.
 * @public jest loads it
 */
export default class BrowserEnvironment extends TestEnvironment {
  override async setup(): Promise<void> {
    await super.setup()
    this.global.launchInWorker = async ({ args = [], ...others }: LaunchOptions) => {
      const { chromium } = await import('playwright-core')
      return chromium.launch({ ...others, args: [...args, FOR_SHORT_LIVES] })
    }
  }
}
