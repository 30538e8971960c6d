// `npm run build:cli [-- <folder>]`: the command line as files that need Node.js and nothing else, by default in .cache/cli.
// With --pack=<folder> it packs it into that folder, as the registry gets it, and prints the archive's path.
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { bundleCommandLine } from './bundle.ts'
import { packCommandLine } from './package-command-line.ts'

const { values, positionals } = parseArgs({ options: { pack: { type: 'string' } }, allowPositionals: true })

if (values.pack !== undefined) process.stdout.write(`${await packCommandLine(values.pack)}\n`)
else await bundleCommandLine(positionals[0] ?? fileURLToPath(new URL('../../../.cache/cli', import.meta.url)))
