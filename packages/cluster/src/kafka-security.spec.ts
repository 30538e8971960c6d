import { describe, expect, it } from '@jest/globals'
import { secret } from '@sluice/service-kit'
import { kafkaSecurity } from './kafka-security.ts'

const PASSWORD = 'a-password-of-kafka'
const none = {
  KAFKA_TLS: undefined,
  KAFKA_SASL_MECHANISM: undefined,
  KAFKA_SASL_USERNAME: undefined,
  KAFKA_SASL_PASSWORD: undefined,
}
const signIn = {
  KAFKA_SASL_MECHANISM: 'scram-sha-512',
  KAFKA_SASL_USERNAME: 'sluice',
  KAFKA_SASL_PASSWORD: secret(PASSWORD),
} as const

describe('how brokers are spoken to', () => {
  it('is in clear and without a user where nothing is set', () => {
    expect(kafkaSecurity(() => none)).toEqual({ ssl: false })
  })

  it('is by TLS, and with a user, where that is set', () => {
    const sasl = { mechanism: 'scram-sha-512', username: 'sluice', password: PASSWORD }
    expect(kafkaSecurity(() => ({ ...none, KAFKA_TLS: true }))).toEqual({ ssl: true })
    expect(kafkaSecurity(() => ({ ...none, ...signIn }))).toEqual({ ssl: false, sasl })
    expect(kafkaSecurity(() => ({ KAFKA_TLS: true, ...signIn }))).toEqual({ ssl: true, sasl })
  })

  it.each(Object.keys(signIn))('is refused without %s, which the message names, and no password', name => {
    const settings = { ...none, ...signIn, [name]: undefined }
    expect(() => kafkaSecurity(() => settings)).toThrow(`set ${name} too`)
    expect(() => kafkaSecurity(() => settings)).not.toThrow(PASSWORD)
  })

  it('is refused where a password would be sent in clear', () => {
    const plain = { ...signIn, KAFKA_SASL_MECHANISM: 'plain' } as const
    expect(() => kafkaSecurity(() => ({ ...none, ...plain }))).toThrow('KAFKA_TLS=1')
    expect(kafkaSecurity(() => ({ KAFKA_TLS: true, ...plain })).sasl).toBeDefined()
  })

  it('is with the password that is in force when a connection is made', () => {
    let held: typeof signIn.KAFKA_SASL_PASSWORD = signIn.KAFKA_SASL_PASSWORD
    const { sasl } = kafkaSecurity(() => ({ ...none, ...signIn, KAFKA_SASL_PASSWORD: held }))
    held = secret('the next password')
    expect(sasl).toMatchObject({ password: 'the next password' })
  })
})
