import { describe } from '@jest/globals'
import { isCi } from '@sluice/testkit/backends'
import { browserProgram } from './open-browser.ts'

/** No browser is on this machine, where the tests of the console have to run. */
class NoBrowserError extends Error {
  override name = 'NoBrowserError'
}

/** Tests in a browser. Without one they are not run, which is told; in CI that is a failure. */
export function describeInBrowser(name: string, tests: () => void): void {
  if (browserProgram === undefined && isCi())
    throw new NoBrowserError('Install chromium-headless-shell, or set SLUICE_BROWSER.')
  if (browserProgram === undefined) process.stderr.write(`${name}: NOT RUN, as there is no browser\n`)
  const run = browserProgram === undefined ? describe.skip : describe
  run(name, tests)
}
