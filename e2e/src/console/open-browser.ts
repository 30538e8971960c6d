import { existsSync } from 'node:fs'
import { environment } from '@sluice/testkit/backends'
import { type Browser, chromium } from 'playwright-core'

const DEBIAN = '/usr/bin/chromium'

/** The browser of the tests: the one that `SLUICE_BROWSER` names, else the one of Debian. */
function findBrowser(): string | undefined {
  const found = environment().SLUICE_BROWSER || DEBIAN
  return existsSync(found) ? found : undefined
}

/** The program of the browser; undefined where there is none. */
export const browserProgram = findBrowser()

/** @param options such as rules that lead the name of a host to this machine */
export const openBrowser = (options: readonly string[] = []): Promise<Browser> =>
  chromium.launch({
    executablePath: browserProgram,
    args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), ...options],
  })
