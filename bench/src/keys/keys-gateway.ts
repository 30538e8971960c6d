// A gateway that holds many keys: `node --expose-gc keys-gateway.ts <port> <url of the service> <folder> <key> <keys>`.
// Events are off. Says how long it took to start and how much its heap has grown by that.
import { join } from 'node:path'
import { createGateway } from '@sluice/gateway'
import { openTestPlatform } from '@sluice/testkit'
import { furnish } from '../gateway/furnish.ts'
import { otherKey } from './other-key.ts'

const BATCH = 1_000

const [port, url = '', directory = '', key = '', count] = process.argv.slice(2)
const platform = await openTestPlatform({ directory })
await furnish(platform.store, { key, wantsEvents: false })
const collection = (name: string) => platform.store.collection({ db: 'sluice', collection: name })
await collection('acl').insertOne({ _id: 'open', roles: ['$unauthenticated'], predicate: "path-prefix('/bench')" })
for (let stored = 0; stored < Number(count); stored += BATCH) {
  await collection('apiKeys').insertMany(Array.from({ length: BATCH }, (_, at) => otherKey(stored + at)))
}

const gateway = createGateway(platform, {
  listen: { host: '127.0.0.1', port: Number(port) },
  upstreams: { data: { url }, 'graphql-apps': { url }, keys: { url }, 'webhook-dispatcher': { url } },
  spool: { directory: join(directory, 'spool'), maxBytes: 1 << 30, whenFull: 'reject', fsyncMs: 20 },
  trustedProxies: [],
  corsOrigins: [],
})
const heapBefore = usedHeap()
const startedAt = performance.now()
await gateway.start()
const startMs = performance.now() - startedAt
console.log(JSON.stringify({ ready: true, startMs, heapBytes: usedHeap() - heapBefore }))

function usedHeap(): number {
  globalThis.gc?.()
  return process.memoryUsage().heapUsed
}
