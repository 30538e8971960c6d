import { readdir, readFile } from 'node:fs/promises'
import type { ClusterWorld } from '../cluster/open-cluster-world.ts'
import { cpuMs, readStat } from '../cluster/processes.ts'
import { cpuMicrosOf } from '../cpu/measured-process.ts'

/** Processes that share one work, and what they have used of a core so far. */
export type ProcessGroup = { name: string; usedMs(): Promise<number> }

/** This process: load and targets. */
export const LOAD = 'load and targets'
const SERVICES = ['gateway', 'data', 'graphql-apps', 'keys', 'mcp', 'webhook-dispatcher'] as const
/** Each backend with what its processes have in their command lines. */
const BACKENDS: ReadonlyMap<string, RegExp> = new Map([
  ['MongoDB', /secantus|mongod/],
  ['Kafka', /kafka\.Kafka/],
  ['Redis', /redis-server|valkey-server/],
])

/** The services, those backends that run as processes of this one, and this process. */
export async function groupsOf({ cluster }: ClusterWorld): Promise<ProcessGroup[]> {
  const services = SERVICES.map(name => {
    const members = cluster.processes.filter(({ service }) => service === name)
    const micros = () => cpuMicrosOf(members.map(({ pid }) => ({ pid: pid() })))
    return { name, usedMs: async () => (await micros()) / 1_000 }
  })
  return [...services, ...(await backendGroups()), { name: LOAD, usedMs: () => cpuMs(process.pid) }]
}

async function backendGroups(): Promise<ProcessGroup[]> {
  const children = await listChildren()
  return [...BACKENDS].flatMap(([name, command]) => {
    const found = children.find(child => command.test(child.command))
    // Its threads come and go, so that only the process as a whole can be asked.
    return found ? [{ name, usedMs: () => cpuMs(found.pid) }] : []
  })
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
