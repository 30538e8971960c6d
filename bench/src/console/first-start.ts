import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setInterval as every } from 'node:timers/promises'
import { startSluice } from '@sluice/e2e'
import { type Figure, median } from '../figure.ts'

const ROUNDS = 5
const LOOK_EVERY_MS = 100
const PATIENCE_MS = 120_000
/** Where a checkout keeps the console that it has built of its sources. */
const BUILT = join(import.meta.dirname, '../../../node_modules/.cache/sluice-console')

type FirstStart = { readyMs: number; answeredMs: number; consoleMs: number }

/** The console has not come, so that there is nothing to compare. */
class ConsoleAbsentError extends Error {
  override name = 'ConsoleAbsentError'
}

/** What the console costs whoever starts a fresh checkout, with it and without in turn. It is built anew each time. */
export async function measureFirstStart(): Promise<Figure[]> {
  const rounds: { without: FirstStart; beside: FirstStart }[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.push({ without: await startOnce({ hasConsole: false }), beside: await startOnce({ hasConsole: true }) })
  }
  const ratio = (key: 'readyMs' | 'answeredMs') =>
    median(rounds.map(({ without, beside }) => beside[key] / without[key]))
  const consoleMs = rounds.map(({ beside }) => beside.consoleMs)
  return [
    {
      name: 'first start: ready, in times of a start without console',
      value: ratio('readyMs'),
      unit: '',
      bar: '≤ 1.05',
    },
    {
      name: 'first start: first answer, in times of a start without console',
      value: ratio('answeredMs'),
      unit: '',
      bar: '≤ 1.05',
    },
    {
      name: 'first start: from ready to a console that was built of its sources, longest',
      value: Math.max(...consoleMs) / 1_000,
      unit: 's',
      bar: '≤ 15',
    },
  ]
}

async function startOnce({ hasConsole }: { hasConsole: boolean }): Promise<FirstStart> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-bench-'))
  await rm(BUILT, { recursive: true, force: true })
  const startedAt = performance.now()
  const sluice = await startSluice({ DATA_DIR: folder, LOG_LEVEL: 'warn', CONSOLE: hasConsole ? '1' : '0' })
  const readyAt = performance.now()
  try {
    await (await fetch(`${sluice.url}/openapi.json`)).text()
    const answeredAt = performance.now()
    if (hasConsole) await consoleAt(sluice.url)
    return {
      readyMs: readyAt - startedAt,
      answeredMs: answeredAt - startedAt,
      consoleMs: performance.now() - readyAt,
    }
  } finally {
    await sluice.interrupt()
    await rm(folder, { recursive: true })
  }
}

/** The page that stands in its place until then asks the browser to come again. */
async function consoleAt(url: string): Promise<void> {
  const giveUpAt = performance.now() + PATIENCE_MS
  for await (const _ of every(LOOK_EVERY_MS)) {
    const { ok, headers } = await fetch(`${url}/console`)
    if (ok && !headers.has('refresh')) return
    if (performance.now() > giveUpAt) throw new ConsoleAbsentError('The console was not built.')
  }
}
