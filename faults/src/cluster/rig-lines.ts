import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

const line = z.discriminatedUnion('rig', [
  z.object({ rig: z.literal('collected'), liveBytes: z.number() }),
  z.object({ rig: z.literal('killed'), step: z.string(), id: z.string() }),
  z.object({ rig: z.literal('stepped'), offsetMs: z.number() }),
])
type RigLine = z.infer<typeof line>

/** What the rig's own code inside a process has written of this kind, oldest first. @param folder of the process's logs */
export async function readRigLines<Kind extends RigLine['rig']>(
  folder: string,
  kind: Kind,
): Promise<Extract<RigLine, { rig: Kind }>[]> {
  const text = await readFile(join(folder, 'stderr.log'), 'utf8')
  const lines = text.split('\n').filter(one => one.startsWith('{"rig":') && one.endsWith('}'))
  const isWanted = (one: RigLine): one is Extract<RigLine, { rig: Kind }> => one.rig === kind
  return lines.map(one => line.parse(JSON.parse(one))).filter(isWanted)
}
