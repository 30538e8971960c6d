import { describe, expect, it } from '@jest/globals'
import { eventually } from '@sluice/testkit'
import { findLeaks, type Leftover } from '@sluice/testkit/leftovers'
import { issuedKeys, keyClient, ownerClient, userClient } from '../http-client.ts'
import { PROXY_PASSWORD, type SluiceTarget } from '../target.ts'
import { AMELIA } from './small-world.ts'
import { SECOND_SECRET } from './webhook-signatures.ts'

/** Looks at what everything before it has left. */
export function describeLeftovers(target: () => SluiceTarget): void {
  describe('what is left of it all, at debug level', () => {
    it('holds no secret of any key and no password, in no encoding, and the search finds what is there', async () => {
      const { urls, ownerPassword } = target()
      const owner = ownerClient({ url: urls[0], ownerPassword })
      const marker = 'a landmark of the leftovers'
      await owner.json('POST', '/webhooks', {
        name: 'leftovers',
        condition: "path('/nowhere')",
        url: `http://${target().receiver.host}:9/`,
      })
      const amelia = userClient(urls[0], AMELIA)
      const { key } = await amelia.json<{ key: string }>('POST', '/keys', { name: 'canary', roles: ['route-writer'] })
      await showEverywhere(keyClient(urls[1], key), key)
      // Through the same gateway, so that what came before it has left that gateway too.
      await ownerClient({ url: urls[1], ownerPassword }).json('POST', '/airports', { _id: 'XYZ', name: marker })

      const secrets = new Map([
        ...[...issuedKeys()].map((secret, index): [string, string] => [`key ${index + 1}`, secret]),
        ['the password of the owner', ownerPassword],
        ['the password of a user', AMELIA.password],
        ['the password of the proxy', PROXY_PASSWORD],
      ])
      const leftovers = await eventually(() => withMarker(target, marker), {
        what: 'that the marker is in store and bus',
      })
      expect(findLeaks(leftovers, secrets)).toEqual([])
      // What signs has to be in the store, and nowhere else.
      const outside = leftovers.filter(({ kind }) => kind !== 'store')
      expect(findLeaks(outside, new Map([['the second secret of a webhook', SECOND_SECRET]]))).toEqual([])
    }, 120_000)
  })
}

/** What is left, once the search finds this in all that is stored and sent; false before. */
async function withMarker(target: () => SluiceTarget, marker: string): Promise<readonly Leftover[] | false> {
  const leftovers = await target().leftovers()
  const found = findLeaks(leftovers, new Map([['marker', marker]]))
  const kinds = ['store', 'bus'].filter(kind => leftovers.some(leftover => leftover.kind === kind))
  return kinds.every(kind => found.some(place => place.includes(` in ${kind} `))) && leftovers
}

/** Sends a key where it does not belong. */
async function showEverywhere(client: ReturnType<typeof keyClient>, key: string): Promise<void> {
  for (const [method, path, body] of [
    ['GET', `/airports/${key}`],
    ['GET', `/airports?filter={"name":"${key}"}`],
    ['GET', `/${key}`],
    ['POST', '/airports', { name: key, nested: { list: [key] } }],
    ['POST', '/graphql/flights', { query: `{ airports(state: "${key}") { iata } }`, variables: { key } }],
    ['POST', '/keys', { name: key }],
    ['POST', '/keys/leaked', { key: `${key.slice(0, -1)}x` }],
    ['DELETE', `/keys/${key}`],
  ] as const) {
    await client.status(method, path, body)
  }
}
