// Sluice's gateway, the bus client apart: `node sluice-candidate.ts <port> <url of the service> <admin port> <folder> <key>`,
// and for traces `<collector> <share>`. All that a request meets is there: key, permissions, trace, capture, spool and its shipper. Only what the bus is handed
// it acknowledges at once.
import '../../../services/kept-tick.js'
import '../../../services/heap-growth.js'
import { join } from 'node:path'
import type { Bus } from '@sluice/bus'
import { createGateway } from '@sluice/gateway'
import { adminPart, changeLogReadiness, startTelemetry, startTracing } from '@sluice/service-kit'
import { openTestPlatform } from '@sluice/testkit'
import { furnish } from './furnish.ts'

const [port, url = '', adminPort, directory = '', key = '', collector, share] = process.argv.slice(2)
const platform = await openTestPlatform({ directory })
await furnish(platform.store, { key, wantsEvents: true })

const traces = {
  OTEL_EXPORTER_OTLP_ENDPOINT: collector,
  OTEL_EXPORTER_OTLP_HEADERS: undefined,
  OTEL_TRACES_SAMPLER_ARG: Number(share ?? 0),
}
const { sampler } = await startTracing(traces, { service: 'gateway', logger: platform.logger })
const bus: Bus = { ...platform.bus, createTopics: async () => {}, send: async () => {} }
const gateway = createGateway(
  { ...platform, bus },
  {
    listen: { host: '127.0.0.1', port: Number(port) },
    upstreams: { data: { url }, 'graphql-apps': { url }, keys: { url }, 'webhook-dispatcher': { url } },
    spool: { directory: join(directory, 'spool'), maxBytes: 1 << 30, whenFull: 'reject', fsyncMs: 20 },
    trustedProxies: [],
    corsOrigins: [],
    sampler,
  },
)
const admin = adminPart({
  address: { host: '127.0.0.1', port: Number(adminPort) },
  telemetry: startTelemetry(),
  readiness: changeLogReadiness(platform.changes),
})
await admin.start()
await gateway.start()
process.stdout.write('ready\n')
