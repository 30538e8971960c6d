import { glob, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'

const KB = 1_000

/** What a browser fetches at most, by gzip: everything together, and one page's own script. */
const WHOLE_BYTES = 300 * KB
const PAGE_BYTES = 30 * KB
const OF_A_PAGE = /-page-[\w-]+\.js$/

class TooLargeError extends Error {
  override name = 'TooLargeError'
}

/** @throws TooLargeError where a build has outgrown its budget */
export async function checkBudgets(directory: string): Promise<void> {
  let whole = 0
  for await (const name of glob('assets/*.{js,css}', { cwd: directory })) {
    const bytes = gzipSync(await readFile(join(directory, name)), { level: 9 }).length
    whole += bytes
    if (OF_A_PAGE.test(name) && bytes > PAGE_BYTES) throw tooLarge(basename(name), bytes, PAGE_BYTES)
  }
  if (whole > WHOLE_BYTES) throw tooLarge('The console', whole, WHOLE_BYTES)
}

const tooLarge = (what: string, bytes: number, budget: number) =>
  new TooLargeError(`${what} takes ${bytes} bytes by gzip; its budget is ${budget}.`)
