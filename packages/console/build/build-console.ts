// `npm run build:console [-- <folder>]`: makes the files of the console. Without a folder into the cache of the checkout, under
// the stamp of the sources. They appear at once or not at all, whoever else builds the same.
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { openConsoleFiles } from '../serve/console-files.ts'
import { cachedAt } from '../serve/console-host.ts'
import { sourceStamp } from '../serve/source-stamp.ts'
import { checkBudgets } from './budgets.ts'
import { packFiles } from './pack-files.ts'

const PACKAGE = fileURLToPath(new URL('../', import.meta.url))
const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

const stamp = await sourceStamp(ROOT)
const [, , wanted = cachedAt(stamp)] = process.argv
const directory = resolve(wanted)
const unfinished = `${directory}.${process.pid}`

const isBuilt = async () => (await openConsoleFiles(directory, stamp)) !== undefined

async function buildInto(): Promise<void> {
  await mkdir(dirname(directory), { recursive: true })
  await build({ root: PACKAGE, logLevel: 'warn', build: { outDir: unfinished, emptyOutDir: true } })
  await checkBudgets(unfinished)
  await packFiles(unfinished, stamp)
  // Somebody else may have been faster, and serve these files already.
  if (await isBuilt()) return
  await rm(directory, { recursive: true, force: true })
  await rename(unfinished, directory)
}

try {
  if (!(await isBuilt())) await buildInto()
} finally {
  await rm(unfinished, { recursive: true, force: true })
}
