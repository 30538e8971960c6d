// `npm run check:console`: builds the console anew, elsewhere, and holds its files against their budgets.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { checkBudgets } from './budgets.ts'

const PACKAGE = fileURLToPath(new URL('../', import.meta.url))
const directory = await mkdtemp(join(tmpdir(), 'sluice-console-'))

try {
  await build({ root: PACKAGE, logLevel: 'warn', build: { outDir: directory, emptyOutDir: true } })
  const bytes = await checkBudgets(directory)
  process.stdout.write(`The console takes ${bytes} bytes by gzip, within its budgets.\n`)
} finally {
  await rm(directory, { recursive: true, force: true })
}
