import { setTimeout as wait } from 'node:timers/promises'
import type { Backend, BackendKind } from '@sluice/testkit/backends'
import {
  type Cluster,
  type ManagedProcess,
  NotInThisClusterError,
  type Role,
  type SpoolPlace,
} from '../cluster/cluster.ts'
import type { Doom } from '../cluster/run-to-step.ts'
import type { BrokerWay } from '../cluster/ways/broker-way.ts'
import type { RedisProxy } from '../cluster/ways/redis-proxy.ts'
import type { StoreProxy } from '../cluster/ways/store-proxy.ts'
import type { Restart } from '../oracle/judges/judge-restarts.ts'
import type { Hardship, Observations, Span } from '../oracle/observations.ts'
import { createRestarts } from './create-restarts.ts'

/** Does harm, and writes down when and to whom, so that the oracle knows what is excused. */
export type Harm = {
  /** SIGKILL, a pause, and a new start. @param whileDown done in the pause, or instead of it */
  killFor(victim: ManagedProcess, downMs: number, whileDown?: () => Promise<unknown>): Promise<void>
  /** Ends it and starts it again while something else is gone; who does not start then does so in `bringBack`. */
  startAnew(victim: ManagedProcess, how: 'killed' | 'stopped'): Promise<Omit<Restart, 'without'>>
  /** Starts those that could not be started. */
  bringBack(): Promise<void>
  /** SIGSTOP, a pause, and SIGCONT. */
  freezeFor(victim: ManagedProcess, frozenMs: number): Promise<void>
  /** Lets it leave, starts it so that it kills itself at a step of its work, and after a pause starts it again. */
  dieAt(victim: ManagedProcess, how: Doom & { sparesIt: boolean; downMs: number }): Promise<void>
  /** Its wall clock is off by so much from now on. A dispatcher may take a step for the loss of its group session. */
  stepClock(victim: ManagedProcess, offsetMs: number): Promise<void>
  /** Cuts a way of a process, and heals it after a pause. A dispatcher may lose its group session meanwhile. */
  cutFor(victim: ManagedProcess, way: Pick<BrokerWay, 'cut' | 'heal'>, cutMs: number): Promise<void>
  /** One part of a fault of several, under its name. */
  phase(name: string, work: () => Promise<unknown>): Promise<void>
  /** While it lasts, and for a while after it, requests may be refused. @returns when it lasted */
  hardship(how: HardshipOptions, work: () => Promise<unknown>): Promise<Span>
  /** Switches the plugin off and on: what webhooks do meanwhile is for the row to judge. */
  switching(work: () => Promise<unknown>): Promise<void>
  /** The only record of this event on disk was damaged. */
  ruin(eventId: string): void
  /** Something that the reader of the report should know of the harm. */
  remark(text: string): void
  remarks(): readonly string[]
  noted(): Pick<Observations, 'outages' | 'crashes' | 'phases' | 'hardships' | 'switchings' | 'ruined'>
}

/** `victim`: the gateway that it is about, where it is about one. `wellAfterMs`: how long the return to normal may take. */
type HardshipOptions = {
  victim?: ManagedProcess
  mayBreak?: boolean
  isServiceGone?: boolean
  wellAfterMs: number
}

// What a process does about its end and its start is not over at the moment that the rig sees.
const MARGIN_MS = 250
// A delivery may have been under way before, and with Redis gone a gateway may be so far behind after.
const SWITCHED_BEFORE_MS = 5_000
const SWITCHED_AFTER_MS = 6_000

export function createHarm({ processes }: Cluster): Harm {
  const { outages, crashes, noteOutage, noteCrash } = createVictims(processes)
  const { told, ...tale } = createTale(processes)
  const note = (victim: ManagedProcess, from: number, spared?: string) => {
    noteOutage(victim, from)
    noteCrash(victim, from, spared)
  }
  return {
    ...tale,
    ...createRestarts({ noteKilled: note, noteStopped: noteOutage }),
    async killFor(victim, downMs, whileDown = async () => {}) {
      const from = Date.now()
      await victim.kill()
      await Promise.all([whileDown(), wait(downMs)])
      await victim.restart()
      note(victim, from)
    },
    async freezeFor(victim, frozenMs) {
      const from = Date.now()
      victim.freeze()
      await wait(frozenMs)
      victim.thaw()
      note(victim, from)
    },
    async dieAt(victim, { sparesIt, downMs, ...doom }) {
      const from = Date.now()
      await victim.leave()
      const { aliveUntil, id } = await victim.dieAt(doom)
      noteOutage(victim, from)
      await wait(downMs)
      await victim.restart()
      note(victim, aliveUntil, sparesIt ? id : undefined)
      tale.remark(`${victim.name} died ${doom.step} ${id}, the ${doom.after}. time`)
    },
    async stepClock(victim, offsetMs) {
      const from = Date.now()
      await victim.setClock(offsetMs)
      noteCrash(victim, from)
    },
    async cutFor(victim, way, cutMs) {
      const from = Date.now()
      way.cut()
      await wait(cutMs)
      way.heal()
      noteCrash(victim, from)
    },
    noted: () => ({ outages, crashes, ...told() }),
  }
}

/** What else is to be known of the harm. */
function createTale(processes: readonly ManagedProcess[]) {
  const remarks: string[] = []
  const phases: Observations['phases'][number][] = []
  const hardships: Hardship[] = []
  const switchings: Span[] = []
  const ruined = new Set<string>()
  return {
    async phase(name: string, work: () => Promise<unknown>) {
      const from = Date.now()
      await work()
      phases.push({ name, from, to: Date.now() })
    },
    async hardship(
      { victim, mayBreak = false, isServiceGone = false, wellAfterMs }: HardshipOptions,
      work: () => Promise<unknown>,
    ): Promise<Span> {
      const gateway = victim && processes.filter(isGateway).indexOf(victim)
      const from = Date.now()
      await work()
      const to = Date.now()
      hardships.push({ from, to: to + wellAfterMs, gateway, mayBreak, isServiceGone })
      return { from, to }
    },
    async switching(work: () => Promise<unknown>) {
      const from = Date.now() - SWITCHED_BEFORE_MS
      await work()
      switchings.push({ from, to: Date.now() + SWITCHED_AFTER_MS })
    },
    ruin: (eventId: string) => void ruined.add(eventId),
    remark: (text: string) => void remarks.push(text),
    remarks: () => remarks,
    told: () => ({ phases, hardships, switchings, ruined }),
  }
}

/** Notes who had no process, who may have forgotten what it did, and when. */
function createVictims(processes: readonly ManagedProcess[]) {
  const outages: (Span & { gateway: number })[] = []
  const crashes: Observations['crashes'][number][] = []
  return {
    outages,
    crashes,
    noteOutage(victim: ManagedProcess, from: number) {
      const gateway = processes.filter(isGateway).indexOf(victim)
      if (gateway >= 0) outages.push({ from, to: Date.now() + MARGIN_MS, gateway })
    },
    noteCrash(victim: ManagedProcess, from: number, spared?: string) {
      if (isDispatcher(victim)) crashes.push({ from, to: Date.now() + MARGIN_MS, spared })
    },
  }
}

const isGateway = ({ role }: ManagedProcess) => role === 'gateway' || role === 'standalone'
const isDispatcher = ({ role }: ManagedProcess) => role === 'webhook-dispatcher' || role === 'standalone'

/** The processes of a role; in a standalone Sluice the one process plays every role. */
export function processesOf({ processes }: Cluster, role: Role): readonly [ManagedProcess, ...ManagedProcess[]] {
  const [first, ...others] = processes.filter(process => process.role === role || process.role === 'standalone')
  if (!first) throw new NotInThisClusterError(`There is no ${role} here.`)
  return [first, ...others]
}

/** The way of all processes to the store. */
export function storeProxyOf({ storeProxy, kind }: Cluster): StoreProxy {
  if (!storeProxy) throw new NotInThisClusterError(`A ${kind} Sluice here has no way to a store.`)
  return storeProxy
}

/** Tells where a gateway keeps its events. */
export function spoolOf({ spools }: Cluster, { name }: ManagedProcess): SpoolPlace {
  const spool = spools.get(name)
  if (!spool) throw new NotInThisClusterError(`${name} has no spool of its own here.`)
  return spool
}

/** The way of a process to Redis. */
export function redisProxyOf({ redisProxies }: Cluster, { name }: ManagedProcess): RedisProxy {
  const proxy = redisProxies.get(name)
  if (!proxy) throw new NotInThisClusterError(`${name} has no way to a Redis here.`)
  return proxy
}

/** The way of a process to the broker. */
export function brokerWayOf({ brokerWays }: Cluster, { name }: ManagedProcess): BrokerWay {
  const way = brokerWays.get(name)
  if (!way) throw new NotInThisClusterError(`${name} has no way of its own to a broker here.`)
  return way
}

export function backendOf({ backends, kind: ofCluster }: Cluster, kind: BackendKind): Backend {
  const backend = backends.find(one => one.kind === kind)
  if (!backend) throw new NotInThisClusterError(`A ${ofCluster} Sluice here stands on no ${kind}.`)
  return backend
}
