import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createSluice, type SluiceClient } from '@sluice/sdk'
import { eventually, temporaryDirectory } from '@sluice/testkit'
import { isCi } from '@sluice/testkit/backends'
import { startReceiver } from '../receiver.ts'
import { type SluiceProcess, startSluice } from '../standalone/sluice-process.ts'
import { LOOPBACK, TARGET_SETTINGS } from '../target.ts'
import type { ConsumerInput } from './consume.ts'
import { installConsumer } from './install-consumer.ts'
import { provideRunTimes } from './provide-run-times.ts'
import { commandOf, findReceiverUrl, receiverExamples, startReceiverExample } from './receivers.ts'
import { runTimesOf, versionOf } from './run-times.ts'

/** A run-time is not on this machine, where the SDK has to be tried on it. */
class NoRunTimeError extends Error {
  override name = 'NoRunTimeError'
}

const SIGN_IN = { user: 'admin', password: TARGET_SETTINGS.SLUICE_ADMIN_PASSWORD }
const programs = await provideRunTimes()
const runTimes = runTimesOf(programs)
const missing = runTimes.flatMap(({ name, program }) => (program === undefined ? [name] : []))
if (missing.length > 0 && isCi()) throw new NoRunTimeError(`Not on this machine: ${missing.join(', ')}`)

describe('the SDK as it is published', () => {
  let sluice: SluiceProcess
  let owner: SluiceClient
  let folder: string
  const lines: string[] = []

  beforeAll(async () => {
    sluice = await startSluice({
      ...TARGET_SETTINGS,
      CORS_ORIGINS: '*',
      DATA_DIR: await temporaryDirectory(),
      SLUICE_DEMO: '0',
    })
    folder = await installConsumer()
    owner = createSluice({ url: sluice.url, ...SIGN_IN })
    await owner.plugins.step('webhooks', 'enable')
  }, 240_000)
  afterAll(async () => {
    await sluice.interrupt()
    process.stderr.write(`The published SDK:\n${lines.join('')}`)
  })

  /** A test that needs a program; without it, that is told. */
  const itRunsOn = (name: string, program: unknown, test: () => Promise<void>) => {
    if (program === undefined) lines.push(`  ${name.padEnd(22)}NOT RUN, as it is not on this machine\n`)
    if (program === undefined) it.skip(name, test)
    else it(name, test)
  }

  describe('works on', () => {
    let delivery: ConsumerInput['delivery']
    beforeAll(async () => {
      delivery = await receiveDelivery(owner)
    })

    for (const { name, program = '', run } of runTimes) {
      itRunsOn(name, program || undefined, async () => {
        const collection = `of-${name.replaceAll(/\W+/g, '-').toLowerCase()}`
        expect(await run(program, folder, { ...SIGN_IN, url: sluice.url, collection, delivery })).toEqual({
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

  describe('receives deliveries by the example', () => {
    const examples = receiverExamples()

    it('of the page, which has eight', () => {
      expect(examples).toHaveLength(8)
    })

    for (const example of examples) {
      const command = commandOf(example, programs)
      itRunsOn(example.title, command, async () => {
        const url = await findReceiverUrl()
        const name = `for ${example.title}`
        const { _id, secret = '' } = await owner.webhooks.create({ name, condition: "path('/whoami')", url })
        const receiver = await startReceiverExample(example, { folder, command: command ?? [], url, secret })
        const handled = () =>
          receiver
            .printed()
            .trim()
            .split('\n')
            .filter(line => /^\S+ \/whoami$/.test(line))
        try {
          await owner.whoami()
          await eventually(() => handled().length === 1)
          await owner.webhooks.rotateSecret(_id, {})
          await owner.whoami()
          await eventually(() => handled().length === 2)
          await deliverAgain(owner, _id)
          const times = example.title === 'Handle each delivery once' ? 2 : 3
          await eventually(() => handled().length === times)
          expect(new Set(handled()).size).toBe(2)
        } finally {
          await receiver.end()
          await owner.webhooks.delete(_id)
        }
      })
    }
  })
})

/** Delivers the latest delivery once more, and waits until it is answered. */
async function deliverAgain({ webhooks }: SluiceClient, id: string): Promise<void> {
  const first = await eventually(async () => {
    const { items } = await webhooks.logs(id, { status: ['success'] }).page()
    return items.length === 2 && (items[0] ?? false)
  })
  const { _id } = await webhooks.redeliver(id, first._id)
  await eventually(async () => (await webhooks.log(id, _id)).status === 'success')
}

/** A delivery that a webhook has sent, as its receiver got it. */
async function receiveDelivery({ webhooks, whoami }: SluiceClient): Promise<ConsumerInput['delivery']> {
  const receiver = await startReceiver(LOOPBACK)
  try {
    const condition = "path('/whoami')"
    const { _id, secret = '' } = await webhooks.create({ name: 'run-times', condition, url: receiver.url })
    await whoami()
    const { headers, body } = await eventually(() => receiver.deliveries[0] ?? false)
    const texts = Object.entries(headers).map(([name, value]) => [name, String(value)])
    await webhooks.delete(_id)
    return { secret, headers: Object.fromEntries(texts), body }
  } finally {
    receiver.close()
  }
}
