// `npm run cluster`: backends, then every service as a process of its own, until it is interrupted. Backends whose
// address is set (MONGODB_URI, KAFKA_BROKERS, REDIS_URL) are used as they are; other settings go to every process.
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type StartedCluster, startCluster } from '@sluice/e2e'
import { readEnvironment } from '@sluice/service-kit'
import { addressSettings, BACKEND_KINDS, startAll } from '@sluice/testkit/backends'

type ToolBackends = Awaited<ReturnType<typeof startAll>>

function settingsFor({ backends }: ToolBackends): Record<string, string> {
  const read = readEnvironment()
  const own = read.kind === 'read' ? Object.entries(read.environment) : []
  const given = own.filter((entry): entry is [string, string] => entry[1] !== undefined)
  return { ...Object.fromEntries(given), ...addressSettings(backends) }
}

/** A database that was given may have its owner, whose password is not known here. */
async function ownerLine({ gateways, ownerPassword }: StartedCluster): Promise<string> {
  const headers = { authorization: `Basic ${btoa(`admin:${ownerPassword}`)}` }
  const { ok } = await fetch(`${gateways[0]?.url}/whoami`, { headers })
  return ok
    ? `  owner      admin, password ${ownerPassword}   (shown this once: keep it)`
    : '  owner      as the database has it already'
}

async function describe(cluster: StartedCluster, folder: string): Promise<string> {
  const [first, ...others] = cluster.gateways
  const rows = cluster.processes.map(({ label, adminUrl }) => `  ${label.padEnd(22)} ${adminUrl}`)
  return [
    '',
    `Sluice is ready at ${first?.url}`,
    ...others.map(({ url }) => `               and ${url}`),
    await ownerLine(cluster),
    `  logs       ${folder}/<process>/stdout.log`,
    '',
    'Health and metrics:',
    ...rows,
    '',
    'Stop with Ctrl-C.',
  ].join('\n')
}

async function run(): Promise<number> {
  const startedAt = performance.now()
  const interrupted = new Promise<void>(resolve => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve())
  })
  const backends = await startAll(BACKEND_KINDS)
  try {
    for (const { kind, how, note } of backends.backends) console.log(`${kind}: ${how}, ${note}`)
    for (const { kind, reason } of backends.absent) console.error(`${kind} is not there: ${reason}`)
    if (backends.absent.length > 0) return 1
    const folder = await mkdtemp(join(tmpdir(), 'sluice-cluster-'))
    const cluster = await startCluster({ settings: settingsFor(backends), folder })
    console.log(await describe(cluster, folder))
    console.log(`Took ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`)
    const keepAlive = setInterval(() => {}, 60_000)
    await interrupted
    clearInterval(keepAlive)
    const isClean = await cluster.stop()
    console.log(isClean ? 'Stopped.' : `Not every process ended in order: see the logs in ${folder}.`)
    return isClean ? 0 : 1
  } finally {
    await backends.stop()
  }
}

process.exitCode = await run().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  return 1
})
