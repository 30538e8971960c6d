import { setTimeout as wait } from 'node:timers/promises'
import { startHostileTarget } from '@sluice/testkit'
import { OBSERVED } from '../cluster/managed-process.ts'
import type { FaultMatrixRow, RowSituation } from '../experiment/row.ts'
import { watchMemory } from '../experiment/watch-memory.ts'
import { type AskedOnce, judgeAnswers } from '../oracle/judges/judge-answers.ts'
import { judgeMemory } from '../oracle/judges/judge-memory.ts'
import { together } from '../oracle/verdict.ts'
import { ANSWERS, BODIES, BOMBS, type Burst, openLarge, sendBurst } from './large-requests.ts'

const MEGABYTE = 1024 ** 2
const MEMORY_BYTES = 256 * MEGABYTE
/** What V8 may have of it; the rest is for buffers, stacks and itself. */
const HEAP_MB = 160
const WELL_AFTER_MS = 10_000
const SETTLE_MS = 2_000

export const f14: FaultMatrixRow = {
  id: 'F14',
  title: 'every process has 256 MB; 200 bodies of 1 MB at once, answers of 10 MB and without an end, template bombs',
  runsOn: ['cluster'],
  bars: { availability: 1, revokedWithinMs: 20_000 },
  extent: { unit: 'rounds', promised: 3 },
  quietWithinMs: 120_000,
  settings: { NODE_OPTIONS: `${OBSERVED} --max-old-space-size=${HEAP_MB}` },
  async fault(situation) {
    const { cluster, extent } = situation
    const target = await startHostileTarget('never-ends')
    await openLarge(situation, target.url)
    await wait(SETTLE_MS)
    const memory = watchMemory(cluster.processes)
    const asked: AskedOnce[] = []
    for (let round = 1; round <= extent; round += 1) {
      asked.push(...(await sendAll(situation, `bodies ${round}`, BODIES)))
      asked.push(...(await sendAll(situation, `answers ${round}`, ANSWERS)))
      asked.push(...(await sendAll(situation, `templates ${round}`, BOMBS)))
    }
    const peaks = await memory.stop()
    target.close()
    return () => together([judgeAnswers(asked), judgeMemory(peaks, MEMORY_BYTES)])
  },
}

async function sendAll(situation: RowSituation, name: string, bursts: readonly Burst[]): Promise<AskedOnce[]> {
  const { harm } = situation
  const asked: AskedOnce[] = []
  await harm.phase(name, () =>
    harm.hardship({ wellAfterMs: WELL_AFTER_MS }, async () => {
      for (const burst of bursts) asked.push(...(await sendBurst(situation, burst)))
    }),
  )
  harm.remark(`${name}: ${countStatuses(asked)}`)
  await wait(WELL_AFTER_MS)
  return asked
}

function countStatuses(asked: readonly AskedOnce[]): string {
  const byStatus = Map.groupBy(asked, ({ status }) => status ?? 0)
  const sorted = [...byStatus].toSorted(([a], [b]) => a - b)
  return sorted.map(([status, { length }]) => `${length} times ${status || 'no answer'}`).join(', ')
}
