import { readFileSync } from 'node:fs'
import { z } from 'zod'

const MANIFEST = new URL('../../package.json', import.meta.url)

/** The version of Sluice that this process runs; all workspaces have the same. */
export const productVersion: string = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(MANIFEST, 'utf8'))).version
