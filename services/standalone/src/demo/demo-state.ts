import { readFile, rename, writeFile } from 'node:fs/promises'
import { z } from 'zod'
import type { DataDirectory } from '../data-directory.ts'

const demoState = z.object({ state: z.enum(['loading', 'loaded']), receiverPort: z.int() })
export type DemoState = z.infer<typeof demoState>

const FILE = 'demo.json'

/** @returns what this data directory knows of the demo; undefined when it was never loaded here */
export async function readDemoState(directory: DataDirectory): Promise<DemoState | undefined> {
  try {
    return demoState.parse(JSON.parse(await readFile(directory.file(FILE), 'utf8')))
  } catch {
    return undefined
  }
}

/** Written whole or not at all: a start that dies in between loads the demo again. */
export async function writeDemoState(directory: DataDirectory, state: DemoState): Promise<void> {
  const draft = directory.file(`${FILE}.new`)
  await writeFile(draft, `${JSON.stringify(state)}\n`)
  await rename(draft, directory.file(FILE))
}
