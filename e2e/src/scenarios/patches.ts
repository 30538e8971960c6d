import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { z } from 'zod'
import { ownerClient } from '../http-client.ts'
import type { SluiceTarget } from '../target.ts'

const APP = {
  _id: 'patched',
  descriptor: { name: 'Patched', enabled: false, limits: { maxDepth: 5 } },
  schema: 'type Airport { _id: ID } type Query { airports: [Airport] }',
  mappings: { Query: { airports: { db: 'sluice', collection: 'airports', find: {} } } },
}
const WEBHOOK = {
  name: 'patched',
  condition: "path('/nowhere')",
  url: 'https://hooks.example.com/',
  enabled: false,
  transform: { enabled: false, template: 'old' },
}

/** A patch of one object inside the document, under whatever name it bears there. */
type PatchOf = (inside: string) => object

/** `PATCH` means the same on every resource: the object inside is the `descriptor` of an app and the `transform` of a webhook. */
export function describePatches(target: () => SluiceTarget): void {
  describe('a patch', () => {
    const owner = () => ownerClient({ url: target().urls[0], ownerPassword: target().ownerPassword })
    let resources: readonly { path: string; inside: string }[] = []
    const patch = (patchOf: PatchOf) =>
      Promise.all(resources.map(({ path, inside }) => owner().answer('PATCH', path, patchOf(inside))))
    /** The answers to a refused patch, with one name for the object inside. */
    const refusals = async (patchOf: PatchOf) => {
      const answers = await patch(patchOf)
      return answers.map(({ status, json }, index) => {
        const { inside } = resources[index] ?? { inside: '' }
        const { errors } = z.object({ errors: z.array(z.object({ path: z.string() })) }).parse(json)
        return [status, ...errors.map(({ path }) => path.replace(inside, 'inside'))]
      })
    }

    beforeAll(async () => {
      await owner().json('POST', '/gql-apps', APP)
      const { _id } = await owner().json<{ _id: string }>('POST', '/webhooks', WEBHOOK)
      resources = [
        { path: '/gql-apps/patched', inside: 'descriptor' },
        { path: `/webhooks/${_id}`, inside: 'transform' },
      ]
    }, 60_000)
    afterAll(async () => {
      for (const { path } of resources) await owner().text('DELETE', path)
    })

    it('reaches into an object by a dotted key, and leaves the rest of it', async () => {
      const [app, webhook] = await patch(inside => ({ [`${inside}.enabled`]: false }))
      expect(app).toMatchObject({ status: 200, json: { descriptor: APP.descriptor } })
      expect(webhook).toMatchObject({ status: 200, json: { transform: WEBHOOK.transform } })
    })

    it('removes by null what a dotted key names', async () => {
      const [app] = await patch(() => ({ 'descriptor.limits.maxDepth': null }))
      expect(app).toMatchObject({ status: 200, json: { descriptor: { name: 'Patched' } } })
      expect(app?.json).not.toHaveProperty('descriptor.limits.maxDepth')
      const [, webhook] = await patch(() => ({ 'transform.template': null }))
      expect(webhook).toMatchObject({ status: 200, json: { transform: { template: '' } } })
    })

    it.each<[string, PatchOf, string]>([
      ['dots inside a nested object', inside => ({ [inside]: { 'a.b': 1 } }), 'inside.a.b'],
      ['more than 100 levels', inside => ({ [`${inside}${'.a'.repeat(100)}`]: 1 }), 'inside'],
      ['a prototype', inside => ({ [`${inside}.__proto__.enabled`]: true }), 'inside'],
      ['a class', inside => ({ [`${inside}._bsontype`]: 'Long' }), 'inside'],
    ])('is refused alike: %s', async (_what, patchOf, path) => {
      expect(await refusals(patchOf)).toEqual(resources.map(() => [400, path]))
    })

    it('of more than 10 parts is no name with dots in it', async () => {
      const [[, ofApp] = [], [, ofWebhook] = []] = await refusals(inside => ({ [`${inside}${'.a'.repeat(11)}`]: 1 }))
      expect([ofApp, ofWebhook]).toEqual(['inside.a', 'inside.a'])
    })
  })
}
