import type { Backend } from '@sluice/testkit/backends'
import type { Resources } from '../oracle/observations.ts'
import type { Death, Doom } from './run-to-step.ts'
import type { RigDisk } from './spool-disk.ts'
import type { BrokerWay } from './ways/broker-way.ts'
import type { RedisProxy } from './ways/redis-proxy.ts'
import type { StoreProxy } from './ways/store-proxy.ts'

export type Role = 'standalone' | 'gateway' | 'webhook-dispatcher' | 'data' | 'graphql-apps' | 'keys' | 'mcp'

/** One process of Sluice that the rig may harm. */
export type ManagedProcess = {
  name: string
  role: Role
  /** SIGKILL; over when it is gone. */
  kill(): Promise<void>
  /** SIGTERM; over when it has ended. @returns its exit code; undefined where it had to be killed */
  leave(): Promise<number | undefined>
  /** Starts it again with the same settings and folder; over when it is ready. @param checkout of another version of Sluice */
  restart(checkout?: string): Promise<void>
  /** Starts it so that it kills itself at a step of its work; over when it is gone. */
  dieAt(doom: Doom): Promise<Death>
  freeze(): void
  thaw(): void
  /** It may open no descriptor above that number. @returns what it was allowed before */
  limitDescriptors(most: number): Promise<number>
  /** Its wall clock is off by so much from now on, where the row has made it movable; the monotonic one goes on. */
  setClock(offsetMs: number): Promise<void>
  /** Tells which process it is at the moment, and what it holds; undefined when it does not run. */
  look(): Promise<{ pid: number; resources: Resources } | undefined>
  /** What it has of memory at this moment, files aside; undefined when it does not run. */
  memoryBytes(): Promise<number | undefined>
  /** The sum of a metric over its labels; undefined when it is not shown. */
  figure(metric: string): Promise<number | undefined>
  /** It runs, as far as it was not killed by the rig. */
  diedAlone(): boolean
  /** Lines of its output that a healthy process never writes. */
  complaints(): Promise<string[]>
  /** Lines of its output that have this in them. */
  linesWith(pattern: RegExp): Promise<string[]>
}

/** `disk`: where it has one of its own. */
export type SpoolPlace = { folder: string; disk: RigDisk | undefined }

/** A Sluice under test. */
export type Cluster = {
  kind: 'standalone' | 'cluster'
  gateways: readonly string[]
  ownerPassword: string
  processes: readonly ManagedProcess[]
  backends: readonly Backend[]
  /** The proxies by the name of the process whose way they are; empty where there is no Redis. */
  redisProxies: ReadonlyMap<string, RedisProxy>
  /** The ways by the name of the process that has them, where they were asked for. */
  brokerWays: ReadonlyMap<string, BrokerWay>
  /** The way of all processes to the store, where it was asked for. */
  storeProxy: StoreProxy | undefined
  /** The places of the spools by the name of their gateway. */
  spools: ReadonlyMap<string, SpoolPlace>
  /** One more dispatcher, which joins the others; it is listed in `processes` from then on. */
  addDispatcher(): Promise<ManagedProcess>
  stop(): Promise<void>
}

/** A row asks for what this Sluice does not have. */
export class NotInThisClusterError extends Error {
  override name = 'NotInThisClusterError'
}

export type RigOptions = {
  /** Address blocks that webhooks may call. */
  allowCidrs: string
  /** What every process is told beside what it needs. */
  settings: Readonly<Record<string, string>>
  hasStoreProxy: boolean
  /** Each process has a way of its own to the broker. */
  hasBrokerWays: boolean
  /** Two processes of each service, reached by one address each, as a Service of Kubernetes is; so are the gateways. */
  hasBalancers: boolean
  spoolDiskBytes: number | undefined
}
