import { randomUUID } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { Leftover } from './leftover.ts'

/** Every file below a folder, one at a time. A file that goes away meanwhile is left out: a spool drops what it has shipped. */
export async function* filesIn(folder: string, kindOf: (path: string) => Leftover['kind']): AsyncGenerator<Leftover> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const entry of entries) {
    if (!entry.isFile()) continue
    const file = join(entry.parentPath, entry.name)
    const where = relative(folder, file)
    const bytes = await readFile(file).catch(() => undefined)
    if (bytes) yield { kind: kindOf(where), where, bytes }
  }
}

/** How the files of metrics end that `keepMetrics` writes. */
export const METRICS_ENDING = '.prom'
const ANSWER_WITHIN_MS = 5_000

/** What a process says of itself. */
export async function metricsOf(adminUrl: string): Promise<Leftover> {
  const answer = await fetch(`${adminUrl}/metrics`, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) })
  return { kind: 'metrics', where: adminUrl, bytes: Buffer.from(await answer.text()) }
}

/** Writes down what a process says of itself before it is ended. One that does not answer leaves nothing. */
export async function keepMetrics(adminUrl: string, folder: string): Promise<void> {
  const metrics = await metricsOf(adminUrl).catch(() => undefined)
  if (metrics) await writeFile(join(folder, `${randomUUID()}${METRICS_ENDING}`), metrics.bytes)
}
