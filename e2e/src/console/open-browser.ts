import { existsSync } from 'node:fs'
import { environment } from '@sluice/testkit/backends'
import type { Browser } from 'playwright-core'

/** Chromium as Debian has it: first without the windows that nobody sees, which takes a third less of the processor. */
const OF_DEBIAN = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']

/** The browser of the tests: the one that `SLUICE_BROWSER` names, else one of Debian's. */
function findBrowser(): string | undefined {
  const named = environment().SLUICE_BROWSER
  return (named ? [named] : OF_DEBIAN).find(program => existsSync(program))
}

/** The program of the browser; undefined where there is none. */
export const browserProgram = findBrowser()

/** A page of a test lives for seconds, in which it takes more to compile its scripts for speed than that saves. */
const FOR_SHORT_LIVES = '--js-flags=--no-opt --no-maglev'

/** @param options such as rules that lead the name of a host to this machine */
export async function openBrowser(options: readonly string[] = []): Promise<Browser> {
  const { chromium } = await import('playwright-core')
  return chromium.launch({
    executablePath: browserProgram,
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ...(environment().JEST_WORKER_ID ? [FOR_SHORT_LIVES] : []),
      ...options,
    ],
  })
}
