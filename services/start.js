// `node services/start.js <service>`: runs one; with a task behind it (`src/tasks` of the service): that one, which ends. Plain
// JavaScript, so that nothing has to be stripped of types before the
// cache for it is on: once it is filled, a process starts in half the time and with a fifth less memory. Worker threads
// follow the variable, this thread the call.
import './kept-tick.js'
import './heap-growth.js'
import { existsSync, readdirSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

const fileOf = (name, task) => new URL(`${name}/src/${task ? `tasks/${task}` : 'main'}.ts`, import.meta.url)
const known = readdirSync(new URL('.', import.meta.url)).filter(name => existsSync(fileOf(name)))
const [, , wanted = '', task] = process.argv

if (!known.includes(wanted)) {
  process.stderr.write(`There is no service "${wanted}". Give the name of one: ${known.join(', ')}.\n`)
  process.exit(1)
}
if (task && !existsSync(fileOf(wanted, task))) {
  process.stderr.write(`The service "${wanted}" has no task "${task}".\n`)
  process.exit(1)
}
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../node_modules/.cache/sluice', import.meta.url))
enableCompileCache()
await import(fileOf(wanted, task).href)
