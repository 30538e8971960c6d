import { chmod, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { environment } from '../backends/environment.ts'
import { findExecutable } from '../backends/executable.ts'
import { temporaryDirectory } from '../temporary-directory.ts'

const TOOLS = ['mongodump', 'mongorestore', 'mongoexport', 'mongoimport'] as const
export type MongoTool = (typeof TOOLS)[number]

/** `path`: a PATH that has the tools. `areReal`: MongoDB's own, and no stand-in. */
type MongoTools = { path: string; areReal: boolean }

/** MongoDB's own tools where the PATH has them. No registry does, so elsewhere a stand-in that lives in this folder. */
export async function provideMongoTools(): Promise<MongoTools> {
  const path = environment().PATH ?? ''
  const found = await Promise.all(TOOLS.map(findExecutable))
  if (found.every(file => file !== undefined)) return { path, areReal: true }
  const folder = await temporaryDirectory()
  const standIn = fileURLToPath(new URL('./stand-in.ts', import.meta.url))
  for (const tool of TOOLS) {
    const file = join(folder, tool)
    await writeFile(file, `#!/bin/sh\nexec '${process.execPath}' '${standIn}' ${tool} "$@"\n`)
    await chmod(file, 0o755)
  }
  return { path: [folder, path].join(delimiter), areReal: false }
}
