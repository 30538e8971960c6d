import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { Leftover } from './leftover.ts'

/** Every file below a folder. A file that goes away meanwhile is left out: a spool drops what it has shipped. */
export async function filesIn(folder: string, kindOf: (path: string) => Leftover['kind']): Promise<Leftover[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name))
  const read = files.map(async file => {
    const where = relative(folder, file)
    const bytes = await readFile(file).catch(() => undefined)
    return bytes ? [{ kind: kindOf(where), where, bytes }] : []
  })
  return (await Promise.all(read)).flat()
}

/** What a process says of itself. */
export async function metricsOf(adminUrl: string): Promise<Leftover> {
  const answer = await fetch(`${adminUrl}/metrics`)
  return { kind: 'metrics', where: adminUrl, bytes: Buffer.from(await answer.text()) }
}
