// One candidate of the data benchmark, as a process of its own: `node bench/src/data-candidate.ts <bare | data> <uri> <prefix>`.
// Says its port.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createChangeLog } from '@sluice/change-log'
import { createData } from '@sluice/data'
import { secret } from '@sluice/service-kit'
import { openMongoStore } from '@sluice/store/mongodb'
import { openTestPlatform } from '@sluice/testkit'
import { MongoClient } from 'mongodb'

const [candidate, uri = '', prefix = ''] = process.argv.slice(2)
const port = candidate === 'bare' ? await startBare() : await startData()
process.once('disconnect', () => process.exit(0))
process.send?.(port)

/** What is left when nothing but the driver and Node's own server do the work. */
async function startBare(): Promise<number> {
  const client = await MongoClient.connect(uri, { maxPoolSize: 50 })
  const documents = client.db(`${prefix}sluice`).collection<{ _id: string }>('bench')

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const found = await answerOf(request)
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(found))
  }
  async function answerOf(request: IncomingMessage): Promise<unknown> {
    if (request.method === 'POST') {
      const document = JSON.parse(await textOf(request))
      await documents.insertOne(document)
      return document
    }
    const id = request.url?.split('/')[2]
    if (id !== undefined) return documents.findOne({ _id: id })
    return documents.find({}, { sort: { _id: -1 }, limit: 100 }).toArray()
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.writeHead(500).end())
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

async function startData(): Promise<number> {
  const store = await openMongoStore({ uri, prefix })
  const platform = await openTestPlatform()
  const changes = createChangeLog({ store, signals: platform.signals, db: platform.db })
  await changes.start()
  const chosen = await freePort()
  const address = { host: '127.0.0.1', port: chosen }
  const settings = { address, firstOwnerPassword: secret('password of the benchmark') }
  await createData({ ...platform, store, changes }, settings).start()
  return chosen
}

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>(resolve => probe.listen(0, '127.0.0.1', resolve))
  const address = probe.address()
  await new Promise(resolve => probe.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}
