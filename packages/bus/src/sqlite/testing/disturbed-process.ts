import type { Worker } from 'node:worker_threads'
import { startWorker } from '../worker-link.ts'

// Started by a test: something else in this process posts through the port of the bus's worker, while the bus is used.
const [path = '', foreign = ''] = process.argv.slice(2)
const workers: Worker[] = []
process.on('worker', worker => workers.push(worker))
const link = await startWorker({ path, purgeEveryMs: 60_000, heartbeatEveryMs: 60_000 })
const notices: unknown[] = []
link.onNotice(notice => notices.push(notice))
await link.ask({ kind: 'create-topics', topics: [{ name: 't', partitions: 1, retentionMs: 60_000 }] })
const disturb = () => {
  for (const worker of workers) for (const message of JSON.parse(foreign)) worker.emit('message', message)
}
const sending = link.ask({
  kind: 'send',
  topic: 't',
  records: [{ key: 'k', headers: '{}', value: new Uint8Array([1]) }],
})
disturb()
const answer = await sending
disturb()
await link.close()
process.send?.({ answer, notices })
process.disconnect()
