import { describe, expect, it } from '@jest/globals'
import { createRuleReach } from '@sluice/access'
import { type DocumentRuleName, rulesAtStake } from '@sluice/contracts'
import { openServices, type RunningServices } from './open-services.ts'

type Description = { paths: Record<string, Record<string, unknown>> }
type ServedRoute = { service: string; method: string; path: string }

const RULES = {
  readFilter: { a: 1 },
  writeFilter: { a: 1 },
  projectResponse: { a: 0 },
  mergeRequest: { a: 1 },
} satisfies Record<DocumentRuleName, object>

/** Every route of a service as it describes itself, with something in the place of each parameter. */
async function routesOf(services: RunningServices, service: string): Promise<ServedRoute[]> {
  const { json } = await services.client(service).request('GET', '/openapi.json')
  return Object.entries((json as Description).paths).flatMap(([path, operations]) =>
    Object.keys(operations).map(method => ({
      service,
      method: method.toUpperCase(),
      path: path.replaceAll(/\{[^}]+\}/g, '65a1b2c3d4e5f60718293a4b'),
    })),
  )
}

const user = { id: 'eve', roles: ['eve'] }

async function refusedRules(services: RunningServices, { service, method, path }: ServedRoute): Promise<string[]> {
  const refused: string[] = []
  for (const rule of rulesAtStake({ method, answersContent: true })) {
    const permission = { rules: { [rule]: RULES[rule] } }
    const { status, text } = await services.client(service).request(method, path, { user, permission })
    if (status === 403 && text.includes(`is narrowed by mongo.${rule}, which can not be applied there`)) {
      refused.push(rule)
    }
  }
  return refused
}

describe.each(['shared', 'dedicated'] as const)('the table of rules and paths, in the tier %s', tier => {
  it('says of every route of every service what that service does', async () => {
    const services = await openServices({ tier })
    const reach = createRuleReach({ tier, db: services.platform.db })
    const told: Record<string, readonly string[]> = {}
    const done: Record<string, readonly string[]> = {}
    for (const service of services.names) {
      for (const route of await routesOf(services, service)) {
        const { method, path } = route
        const applied = reach.appliedTo(route)
        const name = `${method} ${path}`
        const atStake = rulesAtStake({ method, answersContent: false })
        told[name] = applied ? atStake.filter(rule => !applied.includes(rule)) : []
        done[name] = await refusedRules(services, route)
      }
    }
    await services.stop()
    expect(Object.keys(done).length).toBeGreaterThan(30)
    expect(told).toEqual(done)
  })
})
