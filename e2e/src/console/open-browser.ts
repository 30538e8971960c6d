import { existsSync } from 'node:fs'
import { environment } from '@sluice/testkit/backends'
import type { Browser, LaunchOptions } from 'playwright-core'

/** Chromium as Debian has it: first without the windows that nobody sees, which takes a third less of the processor. */
const OF_DEBIAN = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']

/** The browser of the tests: the one that `SLUICE_BROWSER` names, else one of Debian's. */
function findBrowser(): string | undefined {
  const named = environment().SLUICE_BROWSER
  return (named ? [named] : OF_DEBIAN).find(program => existsSync(program))
}

/** The program of the browser; undefined where there is none. */
export const browserProgram = findBrowser()

/** @param options such as rules that lead the name of a host to this machine */
export async function openBrowser(options: readonly string[] = []): Promise<Browser> {
  const launch = globalThis.launchInWorker ?? launchHere
  return launch({
    executablePath: browserProgram,
    args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), ...options],
  })
}

const launchHere = async (options: LaunchOptions): Promise<Browser> =>
  (await import('playwright-core')).chromium.launch(options)
