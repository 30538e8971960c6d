import { readdir, readFile } from 'node:fs/promises'
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

/** What a process says of itself. */
export async function metricsOf(adminUrl: string): Promise<Leftover> {
  const answer = await fetch(`${adminUrl}/metrics`)
  return { kind: 'metrics', where: adminUrl, bytes: Buffer.from(await answer.text()) }
}
