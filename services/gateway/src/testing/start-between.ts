import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type ClientRequest, request as httpRequest, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import { httpService, type Route, type RouteHandler, type ServiceAddress } from '@sluice/service-kit'
import { createInProcessLine } from '@sluice/service-kit/line'
import { openTestPlatform } from '@sluice/testkit'
import type { GatewaySettings } from '../settings.ts'
import { basic } from './http-client.ts'
import { followEvents, startGateway } from './start-gateway.ts'

/** The ways from a gateway to its services. */
export const SERVICE_WAYS = ['a socket', 'a call'] as const

type Between = {
  way: (typeof SERVICE_WAYS)[number]
  handlers: Readonly<Record<string, RouteHandler>>
  /** How long a service may be silent. */
  patienceMs?: number
  settings?: Partial<GatewaySettings>
}

/** A gateway, and a service with these handlers by method and path; every request is an event. */
export async function startBetween({ way, handlers, patienceMs, settings: more = {} }: Between) {
  const platform = await openTestPlatform()
  const address: ServiceAddress =
    way === 'a call'
      ? { line: createInProcessLine(patienceMs === undefined ? {} : { patienceMs }) }
      : { socketPath: join(platform.directory, `${randomUUID().slice(0, 8)}.sock`) }
  const service = httpService({ name: 'data', platform, address, routes: Object.entries(handlers).map(routeOf) })
  await service.start()
  const upstreams = { data: address, 'graphql-apps': address, keys: address, 'webhook-dispatcher': address }
  const settings = { ...more, upstreams, ...(patienceMs !== undefined && { servicePatienceMs: patienceMs }) }
  const gateway = await startGateway({ platform, settings })
  await gateway.write.wantEvents()
  const { shipped } = await followEvents(platform)
  const owner = basic('admin', "admin's password")
  return {
    ...gateway,
    shipped,
    stopService: () => service.stop(0),
    call: (line: string, asked: Parameters<typeof gateway.call>[1] = {}) =>
      gateway.call(line, { ...asked, headers: { ...owner, ...asked.headers } }),
    /** Begins a request whose body and answer the test takes in hand. */
    begin(method: string, path: string, headers: OutgoingHttpHeaders = {}): ClientRequest {
      const request = httpRequest({
        port: gateway.gateway.address().port,
        method,
        path,
        headers: { ...owner, ...headers },
      })
      return request.on('error', () => {})
    },
    async stop() {
      // The gateway closes the platform behind it.
      await service.stop(0)
      await gateway.stop()
    },
  }
}

export type RunningBetween = Awaited<ReturnType<typeof startBetween>>

function routeOf([line, handle]: [string, RouteHandler]): Route {
  const [method, path = ''] = line.split(' ')
  const about = { id: 'test', tag: 'description', summary: 'Test', answers: { 200: 'Done' } } as const
  if (method === 'POST' || method === 'PUT') return [method, path, { ...about, handle }]
  return ['GET', path, { ...about, handle }]
}

/** @returns the head of the answer; what breaks it off later is no news */
export async function headOf(request: ClientRequest): Promise<IncomingMessage> {
  const [response]: IncomingMessage[] = await once(request, 'response')
  if (!response) throw new RangeError('There is no answer.')
  return response.on('error', () => {})
}

/** Reads an answer to its end. @returns whether it came whole */
export async function isWhole(response: IncomingMessage): Promise<boolean> {
  const closed = new Promise(resolve => response.once('close', resolve))
  response.resume()
  await closed
  return response.complete
}
