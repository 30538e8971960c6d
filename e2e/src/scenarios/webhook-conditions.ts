import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { SluiceTarget } from '../target.ts'
import { type AnsweredRequest, createWebhookWorld, type WebhookAnswer } from './webhook-world.ts'

/** The sentences of the specification about conditions and the operations of the console: 4.4. */
export function describeWebhookConditions(target: () => SluiceTarget): void {
  describe('4.4 Webhooks', () => {
    const world = createWebhookWorld(target, 'webhook-conditions')
    let path = ''
    let exchanges: Record<'GET' | 'POST' | 'GET one' | 'GET nothing' | 'DELETE', AnsweredRequest>

    beforeAll(() => world.open())
    afterAll(() => world.close())

    describe('conditions', () => {
      // %s stands for the path of a collection.
      const rows: [string, string, string[]][] = [
        ['Exact path', "path('%s')", ['GET', 'POST']],
        ['Path prefix', "path-prefix('%s')", ['GET', 'POST', 'GET one', 'GET nothing', 'DELETE']],
        ['Path template', "path-template('%s/{id}')", ['GET one', 'GET nothing', 'DELETE']],
        ['Path suffix', "path-prefix('%s') and path-suffix('one')", ['GET one', 'DELETE']],
        ['Method', "path-prefix('%s') and method('POST')", ['POST']],
        ['and', "path('%s') and method('GET')", ['GET']],
        ['or', "path-prefix('%s') and (method('POST') or method('DELETE'))", ['POST', 'DELETE']],
        ['not', "path-prefix('%s') and not method('GET')", ['POST', 'DELETE']],
        ['parentheses', "path-prefix('%s') and not (method('GET') or method('POST'))", ['DELETE']],
        ['response: status', "path-prefix('%s') and response-code('404')", ['GET nothing']],
        ['response: class', "path-prefix('%s') and response-code('2xx')", ['GET', 'POST', 'GET one', 'DELETE']],
        ['response: header', "path-prefix('%s') and exists(%{o,Location})", ['POST']],
        ['several lines', "path-prefix('%s')\n  and\n  method('POST')", ['POST']],
      ]
      const webhooks: WebhookAnswer[] = []

      beforeAll(async () => {
        path = await world.makeCollection()
        for (const [, condition] of rows) {
          webhooks.push(await world.makeWebhook({ condition: condition.replace('%s', path) }))
        }
        exchanges = {
          POST: await world.send('POST', path, { body: { _id: 'one' } }),
          GET: await world.send('GET', path),
          'GET one': await world.send('GET', `${path}/one`),
          'GET nothing': await world.send('GET', `${path}/nothing`),
          DELETE: await world.send('DELETE', `${path}/one`),
        }
        expect(Object.values(exchanges).map(({ status }) => status)).toEqual([201, 200, 200, 404, 204])
      })

      it.each(rows.map(([what, condition, matching], index) => ({ what, condition, matching, index })))(
        '$what: $condition',
        async ({ matching, index }) => {
          const fired: string[] = []
          for (const [name, exchange] of Object.entries(exchanges)) {
            const { status } = await world.entryOf(webhooks[index] as WebhookAnswer, exchange)
            if (status === 'success') fired.push(name)
          }
          expect(fired.toSorted()).toEqual(matching.toSorted())
        },
      )
    })

    it('"the same language as in ACL permissions": each attribute of a request says the same in both', async () => {
      const collection = await world.makeCollection()
      const role = world.unique('role')
      const user = { _id: world.unique('user'), password: 'a password of this test', roles: [role] }
      const query = 'a=1&b=%C3%BC%20x&c'
      const { origin, host } = new URL(target().urls[0])
      const attributes = {
        '%U': `${origin}${collection}/%C3%BC%20(x)?${query}`,
        '%R': `${collection}/ü (x)`,
        '%m': 'GET',
        '%q': query,
        '%{q,b}': 'ü x',
        '%u': user._id,
        '%H': 'HTTP/1.1',
        '%{SECURE}': 'false',
        '%{i,Host}': host,
        '%{i,x-shop}': 'north',
      }
      const condition = Object.entries(attributes)
        .map(([attribute, value]) => `equals(${attribute}, '${value.replaceAll('%', '%%')}')`)
        .join(' and ')
      const webhook = await world.makeWebhook({ condition })
      await world.owner().json('POST', '/users', user)
      await world.owner().json('POST', '/acl', { _id: world.unique('permission'), roles: [role], predicate: condition })
      const authorization = `Basic ${btoa(`${user._id}:${user.password}`)}`
      const ask = (text: string) =>
        world.send('GET', `${collection}/%C3%BC%20(x)?${text}`, { headers: { authorization, 'x-shop': 'north' } })
      // Nothing is there; but it was let in.
      const exchange = await ask(query)
      expect(exchange.status).toBe(404)
      expect(await world.entryOf(webhook, exchange)).toMatchObject({ status: 'success' })
      const other = await ask(`${query}&d`)
      expect(other.status).toBe(403)
      expect(await world.entryOf(webhook, other)).toMatchObject({ status: 'skipped' })
    })

    it('"list (paginated, searchable; row shows name, type, condition, enabled status)"', async () => {
      const word = world.unique('needle')
      for (const number of [1, 2, 3]) {
        const fields = { name: `${word} ${number}`, condition: `path('/${word}')`, enabled: number !== 2 }
        await world.makeWebhook(fields)
      }
      const page = (number: number) =>
        world.owner().answer('GET', `/webhooks?q=${word.toUpperCase()}&pagesize=2&page=${number}`)
      const row = (number: number) => {
        const fields = { name: `${word} ${number}`, type: 'http', condition: `path('/${word}')` }
        return expect.objectContaining({ ...fields, enabled: number !== 2 })
      }
      const first = await page(1)
      const second = await page(2)
      expect(first.json).toEqual([row(3), row(2)])
      expect(second.json).toEqual([row(1)])
      expect(first.headers.get('x-total-count')).toBe('3')
    })

    it('"New Webhook (type tab HTTP or Email), Edit": what is changed is in force at once', async () => {
      const before = await world.makeCollection()
      const after = await world.makeCollection()
      const webhook = await world.makeWebhook({ condition: `path('${before}')` })
      await world.owner().json('PATCH', `/webhooks/${webhook._id}`, { condition: `path('${after}')` })
      expect(await world.entryOf(webhook, await world.send('GET', after))).toMatchObject({ status: 'success' })
      expect(await world.entryOf(webhook, await world.send('GET', before))).toMatchObject({ status: 'skipped' })
    })
  })
}
