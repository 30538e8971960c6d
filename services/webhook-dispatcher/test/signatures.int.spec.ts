import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { rotatedSecret } from '@sluice/contracts'
import { isCi } from '@sluice/testkit/backends'
import { newSigningSecret, signDelivery } from '../src/domain/request/sign-delivery.ts'
import { openDispatcher, type TestDispatcher } from '../src/testing/open-dispatcher.ts'
import { openReceiver, type TestReceiver } from '../src/testing/receiver.ts'
import { type ReceivedMessage, type Verify, verifyInNode, verifyInPython } from '../src/testing/verify-examples.ts'

const inPython = await verifyInPython()
if (!inPython) process.stderr.write('Signatures in Python: NOT RUN, as there is no Python\n')
const LIBRARIES: [string, boolean, () => Promise<Verify | undefined>][] = [
  ['JavaScript', true, verifyInNode],
  ['Python', inPython !== undefined || isCi(), async () => inPython],
]

let receiver: TestReceiver
let dispatcher: TestDispatcher
beforeAll(async () => {
  receiver = await openReceiver()
  dispatcher = await openDispatcher({ allowCidrs: [receiver.cidr] })
})
afterAll(async () => {
  await dispatcher.close()
  await receiver.close()
})

/** What the receiver gets of one exchange. */
async function deliver(webhookId: string, path: string): Promise<ReceivedMessage> {
  const [event] = await dispatcher.send({ path, body: { text: 'naïve “quotes” ☂', number: 1.5 } })
  await dispatcher.entryOf(webhookId, event!.id)
  const received = receiver.received.find(({ body }) => body.includes(event!.id))
  return { body: received?.body ?? '', headers: received?.headers ?? {} }
}

const rotate = async (id: string) =>
  rotatedSecret.required().parse((await dispatcher.client.request('POST', `/webhooks/${id}/secret`, { body: {} })).json)

for (const [language, isThere, open] of LIBRARIES) {
  ;(isThere ? describe : describe.skip)(`the library of Standard Webhooks for ${language}`, () => {
    let verify: Verify
    beforeAll(async () => {
      const opened = await open()
      if (!opened) throw new RangeError(`There is no ${language} here.`)
      verify = opened
    })

    it('takes what a receiver has got, and nothing that was changed, made up or sent again later', async () => {
      const path = `/signed-${language}`
      const { _id, secret } = await dispatcher.create({ condition: `path('${path}')`, url: receiver.url })
      const message = await deliver(_id, path)
      const { body, headers } = message
      const sentAgain = signDelivery({
        id: String(headers['webhook-id']),
        at: new Date(Date.now() - 10 * 60_000),
        body,
        secrets: [secret],
      })
      const forged = [
        { body: body.replace('1.5', '1.6'), headers },
        { body, headers: { ...headers, 'webhook-id': `${headers['webhook-id']}1` } },
        { body, headers: { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) + 1) } },
        { body, headers: { ...headers, ...sentAgain } },
        { body, headers: { ...headers, 'webhook-signature': undefined } },
      ]
      expect(await verify(secret, [message, ...forged])).toEqual([true, ...forged.map(() => false)])
      expect(await verify(newSigningSecret(), [message])).toEqual([false])
    })

    it('takes, by either secret, what is sent while one replaces the other', async () => {
      const path = `/rotated-${language}`
      const { _id, secret } = await dispatcher.create({ condition: `path('${path}')`, url: receiver.url })
      const { secret: next } = await rotate(_id)
      const message = await deliver(_id, path)
      expect(String(message.headers['webhook-signature'])).toMatch(/^v1,\S{44} v1,\S{44}$/)
      expect(await verify(secret, [message])).toEqual([true])
      expect(await verify(next, [message])).toEqual([true])
      expect(await verify(newSigningSecret(), [message])).toEqual([false])
    })
  })
}
