// `npm run build:cli [-- <folder>]`: the command line as one file, `sluice.js`, that needs Node.js and nothing else.
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const SOURCES = fileURLToPath(new URL('../src/', import.meta.url))
const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

const [, , folder = join(ROOT, '.cache/cli')] = process.argv
const outfile = join(folder, 'sluice.js')

await build({
  entryPoints: [join(SOURCES, 'main.ts')],
  outfile,
  bundle: true,
  minify: true,
  legalComments: 'eof',
  platform: 'node',
  format: 'esm',
  target: 'node22',
  // The other form of jsonc-parser asks for its parts by names that a bundle does not have.
  mainFields: ['module', 'main'],
})
chmodSync(outfile, 0o755)
