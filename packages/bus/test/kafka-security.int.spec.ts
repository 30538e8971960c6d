import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { makeSelfSigned } from '@sluice/testkit'
import { type Backend, isAbsent, startSecuredKafka } from '@sluice/testkit/backends'
import { type KafkaBusOptions, openKafkaBus } from '../src/kafka/index.ts'
import type { IncomingRecord } from '../src/port.ts'

const PASSWORD = 'a-password-of-kafka'
const TOPIC = { name: 'secured', partitions: 1, retentionMs: 3_600_000 }

const describeHere = isAbsent('kafka') ? describe.skip : describe

describeHere('a broker that wants TLS and a user', () => {
  const { cert, key } = makeSelfSigned('127.0.0.1')
  let broker: Backend

  beforeAll(async () => {
    broker = await startSecuredKafka({ user: 'sluice', password: PASSWORD, cert, key })
  }, 120_000)
  afterAll(async () => {
    await broker?.stop()
  })

  const bus = ({ ssl, password }: { ssl?: KafkaBusOptions['ssl']; password?: string }) =>
    openKafkaBus({
      brokers: [broker.address],
      clientId: 'secured',
      ...(ssl ? { ssl } : {}),
      ...(password ? { sasl: { mechanism: 'scram-sha-512', username: 'sluice', password } } : {}),
    })

  it('gets records from who signs in, and hands them out', async () => {
    const opened = await bus({ ssl: { ca: cert }, password: PASSWORD })
    await opened.createTopics([TOPIC])
    const arrived = Promise.withResolvers<IncomingRecord>()
    const listener = { assigned() {}, revoked() {}, record: (record: IncomingRecord) => arrived.resolve(record) }
    await opened.consume({ topic: TOPIC.name, group: 'readers' }, listener)
    await opened.send(TOPIC.name, [{ key: 'k', value: Buffer.from('by TLS'), headers: {} }])
    expect(String((await arrived.promise).value)).toBe('by TLS')
    await opened.close()
  }, 60_000)

  it('is signed in to with the password of that moment, so that it may be replaced', async () => {
    let held = 'another-password'
    const sasl = {
      mechanism: 'scram-sha-512' as const,
      username: 'sluice',
      get password() {
        return held
      },
    }
    const opened = await openKafkaBus({ brokers: [broker.address], clientId: 'secured', ssl: { ca: cert }, sasl })
    await expect(opened.createTopics([TOPIC])).rejects.toThrow(/authentication failed/i)
    held = PASSWORD
    await opened.createTopics([TOPIC])
    await opened.close()
  }, 60_000)

  it.each([
    ['a wrong password', { ssl: { ca: cert }, password: 'another-password' }],
    ['no user', { ssl: { ca: cert } }],
    ['no TLS', { password: PASSWORD }],
    ['a certificate that nobody vouches for', { ssl: true, password: PASSWORD }],
  ])(
    'refuses %s, and the error names the broker and no password',
    async (_, security) => {
      const opened = await bus(security)
      const refused = await opened.createTopics([TOPIC]).catch((error: Error) => error.message)
      expect(refused).toContain(broker.address)
      for (const password of [PASSWORD, 'another-password']) expect(refused).not.toContain(password)
      await opened.close()
    },
    60_000,
  )
})
