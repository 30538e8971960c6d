import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { basic } from '../src/testing/http-client.ts'
import { type RunningGateway, startGateway } from '../src/testing/start-gateway.ts'

const PATHS = 5_000
const ann = basic('ann', "ann's password")

/** What a path can be turned into without, or with, becoming another one. */
const mutations: readonly ((path: string) => string)[] = [
  path => path.replace('/', '//'),
  path => path.replaceAll('/', '/./'),
  path => `${path}/`,
  path => `${path}/.`,
  path => `${path}/..`,
  path => `${path}/%2e%2E/open`,
  path => `/closed/..${path}`,
  path => `/open/..${path}`,
  path => path.replace('open', 'op%65n'),
  path => path.replace('open', 'OPEN'),
  path => path.replace('/open/', '/open%2f'),
  path => path.replace('/open/', '/open%5C'),
  path => path.replace('o', '%256f'),
  path => path.replace('/open', '/open;v=1'),
  path => path.replace('/open/', '/open/%252e%252e/'),
  path => path.replace('/open', '/open%00'),
  path => path.replace('/open', '/open%20'),
  path => `${path}?/../closed`,
  path => `${path}%3f/closed`,
  path => `${path}#closed`,
  path => `${path}/%c3%a9/%`,
  path => `${path}/%C3%A9`,
  path => `${path}/~tilde/%7Etilde`,
  path => `http://other.example${path}`,
  path => path.slice(1),
]

const segment = fc.oneof(
  fc.constantFrom('open', 'closed', '..', '.', '%2e', '%2E%2e', 'a%20b', 'e%CC%81'),
  fc.stringMatching(/^[\w\-~.!$&'()*+,;=:@]{1,8}$/),
)
const visible = (text: string) => text.replace(/[^\x21-\x7e]/gu, character => encodeURIComponent(character))
const mutated = fc
  .tuple(
    fc.array(segment, { maxLength: 4 }),
    fc.array(fc.constantFrom(...mutations), { maxLength: 4 }),
    fc.constantFrom('/open', '/closed', ''),
  )
  .map(([segments, steps, first]) =>
    visible(steps.reduce((path, mutate) => mutate(path), `${first}/${segments.join('/')}`)),
  )

describe('a path, however it is written', () => {
  let gateway: RunningGateway
  beforeAll(async () => {
    gateway = await startGateway()
    await gateway.write.permission('open', {
      predicate: "path-prefix('/open')",
      mongo: { readFilter: { seen: '@request.relativePath' } },
    })
  })
  afterAll(() => gateway.stop())

  it('is for the service what it was for the ACL, or refused', async () => {
    const outcomes = { passed: 0, forbidden: 0, malformed: 0 }
    await fc.assert(
      fc.asyncProperty(mutated, async path => {
        const answer = await gateway.call(`GET ${path}`, { headers: ann })
        if (answer.status !== 200) {
          expect([400, 403]).toContain(answer.status)
          outcomes[answer.status === 403 ? 'forbidden' : 'malformed'] += 1
          return
        }
        outcomes.passed += 1
        const { target, caller } = answer.json() as { target: string; caller: { permission: { rules: string } } }
        const { seen } = JSON.parse(caller.permission.rules).readFilter
        // A reader of the strictest kind, and one that resolves dots again, come to the same place as the ACL.
        expect(decodeURIComponent(target.split('?')[0] ?? '')).toBe(seen)
        expect(decodeURIComponent(new URL(target, 'http://service').pathname)).toBe(seen)
        expect(seen === '/open' || seen.startsWith('/open/')).toBe(true)
      }),
      { numRuns: PATHS },
    )
    for (const count of Object.values(outcomes)) expect(count).toBeGreaterThan(PATHS / 20)
  }, 120_000)
})
