import { createHash } from 'node:crypto'
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** What the files of the console are made of, seen from the root of the project. */
const SOURCES = [
  'package-lock.json',
  'tsconfig.base.json',
  'packages/console/index.html',
  'packages/console/{tsconfig.json,vite.config.ts}',
  'packages/console/{src,build}/**/*.*',
  'packages/sdk/src/**/*.*',
  'docs/*.md',
  'docs/{reference,how-to,runbook}/*.md',
]
const OF_TESTS = /\.spec\.tsx?$/

/** A hash of all that a build reads: files of another stamp are of another version. @param root of the project */
export async function sourceStamp(root: string): Promise<string> {
  const names: string[] = []
  for await (const name of glob(SOURCES, { cwd: root })) if (!OF_TESTS.test(name)) names.push(name)
  const hash = createHash('sha256')
  for (const name of names.sort()) {
    hash.update(`${name}\n`)
    hash.update(await readFile(join(root, name)))
  }
  return hash.digest('hex').slice(0, 32)
}
