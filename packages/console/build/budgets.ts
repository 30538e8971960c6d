import { glob, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'

const KB = 1_000

/** What a browser fetches at most, by gzip: everything together, but for the texts of the manual. */
const WHOLE_BYTES = 800 * KB
/** The manual's texts with what shows them: no page needs them, and they are fetched by who reads them. */
const MANUAL = /^manual-view-[\w-]+\.js$/
/** The scripts that have a budget of their own, by their names. */
const CHUNKS = [
  { of: /-page-[\w-]+\.js$/, bytes: 30 * KB },
  { of: MANUAL, bytes: 210 * KB },
  { of: /^plot-canvas-[\w-]+\.js$/, bytes: 25 * KB },
  { of: /^(code|dist)-[\w-]+\.js$/, bytes: 215 * KB },
  { of: /^(index|app)-[\w-]+\.js$/, bytes: 130 * KB },
]

class TooLargeError extends Error {
  override name = 'TooLargeError'
}

/** @returns the bytes of all files together, by gzip. @throws TooLargeError where a build has outgrown its budget */
export async function checkBudgets(directory: string): Promise<number> {
  let whole = 0
  for await (const name of glob('assets/*.{js,css}', { cwd: directory })) {
    const bytes = gzipSync(await readFile(join(directory, name)), { level: 9 }).length
    if (!MANUAL.test(basename(name))) whole += bytes
    const budget = CHUNKS.find(({ of }) => of.test(basename(name)))?.bytes ?? WHOLE_BYTES
    if (bytes > budget) throw tooLarge(basename(name), bytes, budget)
  }
  if (whole > WHOLE_BYTES) throw tooLarge('The console', whole, WHOLE_BYTES)
  return whole
}

const tooLarge = (what: string, bytes: number, budget: number) =>
  new TooLargeError(`${what} takes ${bytes} bytes by gzip; its budget is ${budget}.`)
