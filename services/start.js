// `node services/start.js <service>`: runs one. Plain JavaScript, so that nothing has to be stripped of types before the
// cache for it is on: once it is filled, a process starts in half the time and with a fifth less memory. Worker threads
// follow the variable, this thread the call.
import { existsSync, readdirSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

const mainOf = name => new URL(`${name}/src/main.ts`, import.meta.url)
const known = readdirSync(new URL('.', import.meta.url)).filter(name => existsSync(mainOf(name)))
const wanted = process.argv[2] ?? ''

if (!known.includes(wanted)) {
  process.stderr.write(`There is no service "${wanted}". Give the name of one: ${known.join(', ')}.\n`)
  process.exit(1)
}
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../node_modules/.cache/sluice', import.meta.url))
enableCompileCache()
await import(mainOf(wanted).href)
