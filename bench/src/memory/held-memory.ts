import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eventually } from '@sluice/testkit'
import { z } from 'zod'
import type { ClusterWorld } from '../cluster/open-cluster-world.ts'

export type Process = ClusterWorld['cluster']['processes'][number]

const line = z.object({ held: z.object({ live: z.number(), resident: z.number() }) })
/** Bytes after a collection. `live`: objects and buffers; `resident`: all that the process has of the machine. */
type HeldBytes = z.infer<typeof line>['held']

/** Makes a process say what it holds: a value of `NODE_OPTIONS`. */
export const COLLECTS = `--import ${new URL('collect-on-signal.js', import.meta.url).href}`

/** What a process holds once its garbage is gone. */
export async function readHeld({ pid, folder, label }: Process): Promise<HeldBytes> {
  const before = (await linesOf(folder)).length
  process.kill(pid(), 'SIGUSR2')
  return eventually(async () => (await linesOf(folder))[before] ?? false, { what: `${label} has collected` })
}

/** @returns what each holds on average */
export async function readMean(holders: readonly Process[]): Promise<HeldBytes> {
  const { live, resident } = await readSum(holders)
  return { live: live / holders.length, resident: resident / holders.length }
}

/** @returns what they hold together */
export async function readSum(holders: readonly Process[]): Promise<HeldBytes> {
  const held = await Promise.all(holders.map(readHeld))
  const sum = (kind: keyof HeldBytes) => held.reduce((total, one) => total + one[kind], 0)
  return { live: sum('live'), resident: sum('resident') }
}

const linesOf = async (folder: string): Promise<HeldBytes[]> =>
  heldIn(await readFile(join(folder, 'stderr.log'), 'utf8'))

/** @returns what a process has said in its standard error, in order */
export function heldIn(text: string): HeldBytes[] {
  const whole = text.split('\n').filter(one => one.startsWith('{"held":') && one.endsWith('}}'))
  return whole.map(one => line.parse(JSON.parse(one)).held)
}
