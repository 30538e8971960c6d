import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { formatKeySecret } from '@sluice/contracts'
import { startTraceCollector } from '@sluice/testkit/traces'
import { type Figure, median } from '../figure.ts'
import { type Place, startSluice } from './candidates.ts'
import { GET_KILOBYTE, startDocumentService } from './load.ts'
import { measureCost } from './measure-cost.ts'

const ROUNDS = 40
const SHARE = 0.01

/** Nothing came to the collector, so that what was measured is not what it says. */
class NoTracesError extends Error {
  override name = 'NoTracesError'
}

/** What traces of one request in a hundred add to what a request costs a gateway. */
export async function measureTracing(cores: string): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-bench-'))
  const service = await startDocumentService()
  const collector = await startTraceCollector()
  const place: Place = { folder, service: service.url, cores, key: formatKeySecret(randomBytes(32)) }
  const plain = await startSluice(place)
  const traced = await startSluice(place, { collector: collector.url, share: SHARE })
  try {
    const costs = await measureCost(new Map(Object.entries({ plain, traced })), GET_KILOBYTE, ROUNDS)
    if (collector.bytes().length === 0) throw new NoTracesError('No span has come to the collector.')
    const [without = [], withTraces = []] = [costs.get('plain'), costs.get('traced')]
    const added = withTraces.map((cost, round) => 100 * (cost / (without[round] ?? Number.NaN) - 1))
    return [
      { name: 'GET 1 kB without traces', value: median(without), unit: 'µs', bar: '' },
      { name: 'GET 1 kB, one in a hundred traced', value: median(withTraces), unit: 'µs', bar: '' },
      { name: `traces add (median of ${ROUNDS} rounds' differences)`, value: median(added), unit: '%', bar: '≤ 3' },
    ]
  } finally {
    for (const candidate of [plain, traced]) await candidate.end()
    await collector.close()
    service.close()
    await rm(folder, { recursive: true })
  }
}
