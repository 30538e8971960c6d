import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import type { TimeShare, TimeUse } from './work-profile.ts'

/** What the engine's profiler records: functions as nodes of a tree, and of each sample the node that ran and how long. */
export const recordedProfile = z.object({
  nodes: z.array(
    z.object({
      id: z.number(),
      callFrame: z.object({ functionName: z.string(), url: z.string() }),
    }),
  ),
  samples: z.array(z.number()),
  timeDeltas: z.array(z.number()),
})
type RecordedProfile = z.infer<typeof recordedProfile>

const MOST_FUNCTIONS = 10
const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
/** No work: nothing is to be done, or the tree's root. */
const IDLE = new Set(['(idle)', '(root)'])
/** What the recording itself takes. */
const RECORDING = 'node:inspector'

type CallFrame = RecordedProfile['nodes'][number]['callFrame']

/** Sums a profile up. */
export function summarizeProfile({ nodes, samples, timeDeltas }: RecordedProfile): TimeUse {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]))
  const [origins, functions] = [new Map<string, number>(), new Map<string, number>()]
  let busy = 0
  for (const [at, id] of samples.entries()) {
    const frame = frames.get(id)
    if (!frame || IDLE.has(frame.functionName) || frame.url.startsWith(RECORDING)) continue
    const micros = timeDeltas[at] ?? 0
    busy += micros
    add(origins, originOf(frame), micros)
    add(functions, nameOf(frame), micros)
  }
  return { origins: largest(origins, busy), functions: largest(functions, busy).slice(0, MOST_FUNCTIONS) }
}

const add = (sums: Map<string, number>, name: string, micros: number) => sums.set(name, (sums.get(name) ?? 0) + micros)

function largest(sums: ReadonlyMap<string, number>, busy: number): TimeShare[] {
  const ranked = [...sums].toSorted(([, one], [, other]) => other - one)
  return ranked.map(([name, micros]) => ({ name, share: Number((micros / busy).toFixed(3)) }))
}

/** @returns Sluice, Node, the name of a package, or what the engine has no function for */
function originOf({ functionName, url }: CallFrame): string {
  if (url === '') return functionName.startsWith('(') ? functionName : 'Node'
  if (url.startsWith('node:')) return 'Node'
  return /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1] ?? 'Sluice'
}

function nameOf({ functionName, url }: CallFrame): string {
  const name = functionName || 'a function without a name'
  if (url === '') return name
  if (!url.startsWith('file:')) return `${name} of ${url}`
  const path = fileURLToPath(url)
  const [, inPackage] = /.*\/node_modules\/(.*)/.exec(path) ?? []
  return `${name} of ${inPackage ?? (path.startsWith(ROOT) ? path.slice(ROOT.length) : path.split('/').at(-1))}`
}
