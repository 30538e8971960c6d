import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createSluice } from '@sluice/sdk'
import { eventually, temporaryDirectory } from '@sluice/testkit'
import { isCi } from '@sluice/testkit/backends'
import { startReceiver } from '../receiver.ts'
import { type SluiceProcess, startSluice } from '../standalone/sluice-process.ts'
import { LOOPBACK, TARGET_SETTINGS } from '../target.ts'
import type { ConsumerInput } from './consume.ts'
import { installConsumer } from './install-consumer.ts'
import { findRunTimes, versionOf } from './run-times.ts'

/** A run-time is not on this machine, where the SDK has to be tried on it. */
class NoRunTimeError extends Error {
  override name = 'NoRunTimeError'
}

const SIGN_IN = { user: 'admin', password: TARGET_SETTINGS.SLUICE_ADMIN_PASSWORD }
const runTimes = await findRunTimes()
const missing = runTimes.flatMap(({ name, program }) => (program === undefined ? [name] : []))
if (missing.length > 0 && isCi()) throw new NoRunTimeError(`Not on this machine: ${missing.join(', ')}`)

describe('the SDK as it is published', () => {
  let sluice: SluiceProcess
  let folder: string
  let delivery: ConsumerInput['delivery']
  const lines: string[] = []

  beforeAll(async () => {
    sluice = await startSluice({
      ...TARGET_SETTINGS,
      CORS_ORIGINS: '*',
      DATA_DIR: await temporaryDirectory(),
      SLUICE_DEMO: '0',
    })
    folder = await installConsumer()
    delivery = await receiveDelivery(sluice.url)
  }, 240_000)
  afterAll(async () => {
    await sluice.interrupt()
    process.stderr.write(`The published SDK:\n${lines.join('')}`)
  })

  for (const { name, program, run } of runTimes) {
    if (program === undefined) {
      lines.push(`  ${name.padEnd(22)}NOT RUN, as it is not on this machine\n`)
      it.skip(`works on ${name}`, () => undefined)
      continue
    }
    it(`works on ${name}`, async () => {
      const collection = `of-${name.replaceAll(/\W+/g, '-').toLowerCase()}`
      const found = await run(program, folder, { ...SIGN_IN, url: sluice.url, collection, delivery })
      expect(found).toEqual({
        'signs in': 'admin',
        'is overtaken': 'PRECONDITION_FAILED',
        'lists pages': 300,
        'follows events': ['exchange', 'exchange', 'exchange'],
        'takes a delivery': delivery.headers['webhook-id'],
        'refuses a forgery': 'bad-signature',
        'cleans up': 'NOT_FOUND',
      })
      lines.push(`  ${name.padEnd(22)}${await versionOf(program)}\n`)
    })
  }
})

/** A delivery that a webhook has sent, as its receiver got it. */
async function receiveDelivery(url: string): Promise<ConsumerInput['delivery']> {
  const owner = createSluice({ url, ...SIGN_IN })
  const receiver = await startReceiver(LOOPBACK)
  try {
    await owner.plugins.step('webhooks', 'enable')
    const condition = "path('/whoami')"
    const { secret = '' } = await owner.webhooks.create({ name: 'run-times', condition, url: receiver.url })
    await owner.whoami()
    const { headers, body } = await eventually(() => receiver.deliveries[0] ?? false)
    const texts = Object.entries(headers).map(([name, value]) => [name, String(value)])
    return { secret, headers: Object.fromEntries(texts), body }
  } finally {
    receiver.close()
  }
}
