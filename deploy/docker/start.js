// Starts the service that the container's command names. The compile cache follows NODE_COMPILE_CACHE.
import { existsSync, readdirSync } from 'node:fs'

const services = new URL('../../services/', import.meta.url)
const entryOf = name => new URL(`${name}/src/main.ts`, services)
const known = readdirSync(services).filter(name => existsSync(entryOf(name)))
const wanted = process.argv[2] ?? ''

if (!known.includes(wanted)) {
  process.stderr.write(`There is no service "${wanted}". Give one of these as the command: ${known.join(', ')}.\n`)
  process.exit(1)
}
await import(entryOf(wanted).href)
