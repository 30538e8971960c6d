import { createServer as createTlsServer } from 'node:https'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { checkDestination } from '../../domain/target/destination.ts'
import { openBlock } from '../../domain/target/public-address.ts'
import { namesBy } from '../../testing/names-by.ts'
import { openReceiver, type TestReceiver } from '../../testing/receiver.ts'
import { createTimedSender } from './timed-sender.ts'

const LOCAL = [openBlock('127.0.0.0/8')]
let receiver: TestReceiver
beforeAll(async () => {
  receiver = await openReceiver()
})
afterAll(() => receiver.close())

function requestTo(text: string) {
  const checked = checkDestination(text, LOCAL)
  if (checked.kind === 'refused') throw new RangeError(checked.reason)
  return { ...checked, headers: {}, body: '{}', isJson: true, timeoutMs: 1000 }
}

const resolvesTo = (address: string) => namesBy(async () => [{ address, family: 4 }])

describe('a timed request', () => {
  it('tells the look-up of a name from the connection to it', async () => {
    const sender = createTimedSender({ open: LOCAL, names: resolvesTo('127.0.0.1') })
    const { port } = new URL(receiver.url)
    expect(await sender.send(requestTo(`http://hooks.example.com:${port}/`))).toMatchObject({ statusCode: 200 })
    const number = expect.any(Number)
    expect(sender.stages()).toEqual({ dnsMs: number, connectMs: number, tlsMs: null, firstByteMs: number })
  })

  it('goes to no address that a delivery may not reach', async () => {
    const sender = createTimedSender({ open: LOCAL, names: resolvesTo('10.0.0.1') })
    const outcome = await sender.send(requestTo('http://hooks.example.com/'))
    expect(outcome).toMatchObject({ kind: 'broken', stage: 'destination', code: 'DESTINATION_REFUSED' })
    expect(sender.stages()).toEqual({ dnsMs: expect.any(Number), connectMs: null, tlsMs: null, firstByteMs: null })
  })

  it('has to be answered by a target that proves its name with TLS', async () => {
    const server = createTlsServer(() => {})
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const bound = server.address()
    const sender = createTimedSender({ open: LOCAL, names: resolvesTo('127.0.0.1') })
    const outcome = await sender.send(requestTo(`https://127.0.0.1:${typeof bound === 'object' ? bound?.port : ''}/`))
    server.close()
    expect(outcome).toMatchObject({ kind: 'broken', stage: 'tls' })
    expect(sender.stages()).toEqual({ dnsMs: null, connectMs: expect.any(Number), tlsMs: null, firstByteMs: null })
  })

  it('opens a connection for itself alone, and leaves none behind', async () => {
    const before = receiver.connections()
    for (let count = 0; count < 3; count += 1) {
      await createTimedSender({ open: LOCAL, names: resolvesTo('127.0.0.1') }).send(requestTo(receiver.url))
    }
    expect(receiver.connections()).toBe(before + 3)
  })
})
