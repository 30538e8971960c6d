import { randomUUID } from 'node:crypto'
import { openMongoStore } from '@sluice/store/mongodb'
import { startBackend } from '@sluice/testkit/backends'
import { profileMissed } from './cpu/profile-missed.ts'
import { STACK, startStack } from './data-stack.ts'
import type { Figure } from './figure.ts'
import type { HttpLoad } from './http-candidate.ts'
import { compareCosts, startCandidate, workOf } from './http-costs.ts'
import { ONE_PROCESS, startOneProcess } from './one-process.ts'
import { residentMegabytes } from './standalone.ts'

const DOCUMENTS = Array.from({ length: 1_000 }, (_, at) => ({
  _id: `d${at}`,
  name: `Document number ${at}`,
  status: at % 2 === 0 ? 'open' : 'closed',
  total: at * 1.5,
  count: at,
  at: new Date(1_700_000_000_000 + at),
  lines: [
    { sku: `sku-${at}`, price: at, quantity: 2 },
    { sku: `sku-${at + 1}`, price: 12.5, quantity: 1 },
  ],
  note: 'A text of ordinary length, so that the document has about 300 bytes.',
}))
const CANDIDATE = new URL('./data-candidate.ts', import.meta.url)

const kilobyte = JSON.stringify({ text: 'x'.repeat(990), n: 1 })

const LOADS: readonly HttpLoad[] = [
  { name: 'GET by id', method: 'GET', target: '/bench/d500' },
  { name: 'a page of 100', method: 'GET', target: '/bench' },
  { name: 'POST 1 kB', method: 'POST', target: '/bench', body: kilobyte },
]

/**
 * CPU by request on a MongoDB server, of the data service and of gateway and data together, and of one process with its embedded
 * store, against a handler of `node:http` and the driver alone: all in the same run, in turn, the median of several rounds.
 * @param core for the candidates; empty pins nothing
 */
export async function measureData(core: string): Promise<Figure[]> {
  const backend = await startBackend('mongodb')
  const prefix = `b${randomUUID().slice(0, 8)}-`
  await fill(backend.address, prefix)
  const start = (kind: 'bare' | 'data', name: string) =>
    startCandidate({ name, script: CANDIDATE, parameters: [kind, backend.address, prefix], core, upstream: 'data' })
  const bare = await start('bare', 'node:http and driver')
  const data = await start('data', 'data service')
  const stack = await startStack({ uri: backend.address, prefix, cores: core })
  const one = await startOneProcess({ documents: DOCUMENTS, cores: core })
  const figures: Figure[] = []
  // Writes last, so that what is read is the same for all, and for whoever is profiled.
  for (const load of LOADS) {
    const costs = await compareCosts(load, [bare, data, stack, one.byKey, one.byPassword], () => '')
    if (load === LOADS.at(-1)) costs.push(await measureMemory(one.process.sluice.pid))
    const judged = costs.map(figure => ({ ...figure, bar: BARS[figure.name] ?? '' }))
    figures.push(...(await profileMissed(judged, [workOf(load, stack), workOf(load, one.byKey)])))
  }
  for (const { stop } of [bare, data, stack, one.process]) await stop()
  await backend.stop()
  return figures
}

async function fill(uri: string, prefix: string): Promise<void> {
  const store = await openMongoStore({ uri, prefix })
  await store.collection({ db: 'sluice', collection: 'bench' }).insertMany(DOCUMENTS)
  await store.close()
}

const measureMemory = async (pid: number): Promise<Figure> => ({
  name: MEMORY,
  value: await residentMegabytes(pid),
  unit: 'MB',
  bar: '',
})

const MEMORY = `resident memory under this load, ${ONE_PROCESS}`

/** The bars hold for gateway and data together, in two processes and in one. */
const BARS: Readonly<Record<string, string>> = {
  [`GET by id, ${ONE_PROCESS}, ratio`]: '≤ 1.5',
  [`POST 1 kB, ${ONE_PROCESS}, ratio`]: '≤ 1.9',
  [`GET by id, ${STACK}, ratio`]: '≤ 1.8',
  [`a page of 100, ${STACK}, ratio`]: '≤ 0.75',
  [`POST 1 kB, ${STACK}`]: '≤ 250',
  [`POST 1 kB, ${STACK}, ratio`]: '≤ 2',
  [MEMORY]: '≤ 350',
}
