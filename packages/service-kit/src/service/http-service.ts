import { setTimeout as sleep } from 'node:timers/promises'
import type { UpstreamName } from '@sluice/contracts'
import { createServiceApp, createServiceEntry, type ServiceApp } from '../http/http-app.ts'
import { type ListenAddress, type Listener, listen } from '../http/listener.ts'
import type { Route } from '../http/route.ts'
import type { Shortcut } from '../http/shortcut.ts'
import type { InProcessLine } from '../line/in-process-line.ts'
import { currentKeys } from '../trust/current-keys.ts'
import { grantKeys } from '../trust/grant.ts'
import type { Platform } from './platform.ts'
import type { ProcessPart } from './run-service.ts'

/** Where requests come to a service: by connections, or by calls of a gateway in its own process. */
export type ServiceAddress = ListenAddress | { line: InProcessLine }

export type HttpService = {
  name: UpstreamName
  platform: Platform
  address: ServiceAddress
  routes: readonly Route[]
  /** What is said besides of some paths that `routes` serve; nothing is served by it. */
  described?: readonly Route[]
  /** Answers the most common form of request before the routes are asked. */
  shortcut?: Shortcut
  /** Before the listener opens: live views, indexes, consumers. */
  open?(): Promise<void>
  /** Before the listener closes: ends answers that would go on. */
  endStreams?(): void
  /** After the listener has closed. */
  close?(deadlineMs: number): Promise<void>
}

/** The share of the time to stop that open requests get. */
const DRAIN_SHARE = 0.2

/** A service behind the gateway as a part of a process. */
export function httpService(service: HttpService): ProcessPart {
  const { name, platform, address, routes, described = [], shortcut, open, endStreams, close } = service
  let entrance: ServiceEntrance | undefined
  return {
    name,
    async start() {
      await open?.()
      const { changes, internalSecrets } = platform
      const logger = platform.logger.child({ part: name })
      const keys = currentKeys(internalSecrets, secrets => grantKeys(secrets, name))
      entrance = await openEntrance({ name, routes, described, shortcut, changes, logger, grantKeys: keys }, address)
    },
    async stop(deadlineMs) {
      const end = performance.now() + deadlineMs
      const left = () => Math.max(0, end - performance.now())
      entrance?.endConnections()
      await sleep(Math.min(platform.drainMs, deadlineMs * DRAIN_SHARE))
      endStreams?.()
      await entrance?.close(left())
      await close?.(left())
    },
  }
}

type ServiceEntrance = Pick<Listener, 'endConnections' | 'close'>

async function openEntrance(service: ServiceApp, address: ServiceAddress): Promise<ServiceEntrance> {
  if (!('line' in address)) return listen(createServiceApp(service), address)
  const { line } = address
  line.open(createServiceEntry(service))
  return { endConnections() {}, close: line.close }
}
