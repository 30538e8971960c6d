import { existsSync } from 'node:fs'
import { describe } from '@jest/globals'
import { environment, isCi } from '@sluice/testkit/backends'
import { type Browser, chromium } from 'playwright-core'

/** No browser is on this machine, where the tests of the console have to run. */
class NoBrowserError extends Error {
  override name = 'NoBrowserError'
}

const DEBIAN = '/usr/bin/chromium'

/** The browser of the tests: the one that `SLUICE_BROWSER` names, else the one of Debian. */
function findBrowser(): string | undefined {
  const found = environment().SLUICE_BROWSER || DEBIAN
  return existsSync(found) ? found : undefined
}

/** The program of the browser; undefined where there is none. */
export const browserProgram = findBrowser()

/** Tests in a browser. Without one they are not run, which is told; in CI that is a failure. */
export function describeInBrowser(name: string, tests: () => void): void {
  if (browserProgram === undefined && isCi()) throw new NoBrowserError(`Install chromium, or set SLUICE_BROWSER.`)
  if (browserProgram === undefined) process.stderr.write(`${name}: NOT RUN, as there is no ${DEBIAN}\n`)
  const run = browserProgram === undefined ? describe.skip : describe
  run(name, tests)
}

/** @param options such as rules that lead the name of a host to this machine */
export const openBrowser = (options: readonly string[] = []): Promise<Browser> =>
  chromium.launch({
    executablePath: browserProgram,
    args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), ...options],
  })
