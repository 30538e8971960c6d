import { readdir, readFile } from 'node:fs/promises'
import type { ClusterWorld } from '../cluster/open-cluster-world.ts'
import { cpuMs, readStat } from '../cluster/processes.ts'
import { cpuMicros } from '../cpu/measured-process.ts'

/** Processes that share one work, and what they have used of a core so far. */
export type ProcessGroup = { name: string; usedMs(): Promise<number> }

const SERVICES = ['gateway', 'data', 'graphql-apps', 'keys', 'webhook-dispatcher'] as const
/** Each backend with what its processes have in their command lines. */
const BACKENDS: ReadonlyMap<string, RegExp> = new Map([
  ['MongoDB', /secantus|mongod/],
  ['Kafka', /kafka\.Kafka/],
  ['Redis', /redis-server|valkey-server/],
])

/** The services, those backends that run as processes of ours, and this process: load and targets. */
export async function groupsOf({ cluster }: ClusterWorld): Promise<ProcessGroup[]> {
  const services = SERVICES.map(name => {
    const members = cluster.processes.filter(({ service }) => service === name)
    const micros = () => Promise.all(members.map(({ pid }) => cpuMicros(pid())))
    return { name, usedMs: async () => (await micros()).reduce((sum, each) => sum + each, 0) / 1_000 }
  })
  const children = await listChildren()
  const backends = [...BACKENDS].flatMap(([name, command]) => {
    const found = children.find(child => command.test(child.command))
    // Its threads come and go, so that only the process as a whole can be asked.
    return found ? [{ name, usedMs: () => cpuMs(found.pid) }] : []
  })
  return [...services, ...backends, { name: 'load and targets', usedMs: () => cpuMs(process.pid) }]
}

type Child = { pid: number; command: string }

async function listChildren(): Promise<Child[]> {
  const pids = (await readdir('/proc')).map(Number).filter(Number.isInteger)
  const looked = await Promise.all(pids.map(pid => lookAt(pid).catch(() => [])))
  return looked.flat()
}

/** @returns nothing of a process that somebody else has started */
async function lookAt(pid: number): Promise<Child[]> {
  const [, parent] = await readStat(pid)
  if (Number(parent) !== process.pid) return []
  return [{ pid, command: await readFile(`/proc/${pid}/cmdline`, 'utf8') }]
}
