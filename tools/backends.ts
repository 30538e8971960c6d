// `npm run backends [mongodb kafka redis]`: the backends of the cluster for development, until it is interrupted.
import { ADDRESS_VARIABLES, BACKEND_KINDS, startAll } from '@sluice/testkit/backends'

const wanted = BACKEND_KINDS.filter(kind => process.argv.length <= 2 || process.argv.includes(kind))
const { backends, absent, stop } = await startAll(wanted)
for (const { kind, how, note, address } of backends) {
  console.log(`# ${kind}: ${how}, ${note}`)
  console.log(`export ${ADDRESS_VARIABLES[kind]}='${address}'`)
}
for (const { kind, reason } of absent) console.error(`# ${kind} is not there: ${reason}`)

if (absent.length > 0) {
  await stop()
  process.exit(1)
}
console.log('# Ready. Ctrl-C stops what was started here, and removes its data.')
setInterval(() => {}, 60_000)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, async () => {
    await stop()
    // A container's client may keep connections of its own open.
    process.exit(0)
  })
}
