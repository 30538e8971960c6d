import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { type ChangeLog, createChangeLog } from '@sluice/change-log'
import { formatKeySecret } from '@sluice/contracts'
import { createInProcessSignals } from '@sluice/signals/in-process'
import { eventually, openTestPlatform } from '@sluice/testkit'
import { bearer } from '../../testing/http-client.ts'
import { createWriter, type RunningGateway, startGateway } from '../../testing/start-gateway.ts'

describe('a key that another process has written, before this gateway hears of it', () => {
  let gateway: RunningGateway
  let elsewhere: ChangeLog
  /** Its notices reach nobody: the gateway hears of a change by its next poll. */
  let write: ReturnType<typeof createWriter>

  const start = async (pollMs: number) => {
    gateway = await startGateway({ platform: await openTestPlatform({ pollMs }) })
    await gateway.write.enableKeys()
    const { store, db } = gateway.platform
    elsewhere = createChangeLog({ store, db, signals: createInProcessSignals(), pollMs: 500 })
    await elsewhere.start()
    write = createWriter({ changes: elsewhere, db })
  }
  const stop = async () => {
    await elsewhere.stop()
    await gateway.stop()
  }
  beforeEach(() => start(500))
  afterEach(stop)

  const statusWith = async (secret: string) => (await gateway.call('GET /whoami', { headers: bearer(secret) })).status

  it('works in the very next request', async () => {
    for (let count = 0; count < 5; count += 1) expect(await statusWith(await write.key(`k${count}`))).toBe(200)
  })

  it('works for a holder who was written with it', async () => {
    await write.user('new', ['reader'])
    expect(await statusWith(await write.key('k', { user: 'new' }))).toBe(200)
  })

  it('works as soon as the change log tells of it although it was refused while there was none', async () => {
    const bytes = new Uint8Array(32).fill(7)
    expect(await statusWith(formatKeySecret(bytes))).toBe(401)
    const secret = await write.key('k', {}, bytes)
    await eventually(async () => expect(await statusWith(secret)).toBe(200), { timeoutMs: 9_000 })
  })

  it('is refused in the very next request after its end, as long as it was not held here', async () => {
    await stop()
    // Nothing is heard of before the test is over, however busy the machine is.
    await start(600_000)
    const secret = await write.key('k')
    expect(await statusWith(secret)).toBe(200)
    await write.remove('keys', 'k')
    expect(await statusWith(secret)).toBe(401)
  })

  it('works with both secrets while the grace of a rotation lasts, and with the new one alone after it', async () => {
    const before = await gateway.write.key('k')
    const previousHash = createHash('sha256').update(before).digest('hex')
    const rotated = (previousUntil: number) => ({ previousHash, previousUntil: new Date(previousUntil) })
    for (const writer of [gateway.write, write]) {
      const after = await writer.key('k', rotated(Date.now() + 60_000))
      expect(await statusWith(after)).toBe(200)
      expect(await statusWith(before)).toBe(200)
    }
    const last = await gateway.write.key('k', rotated(Date.now() - 1))
    expect(await statusWith(last)).toBe(200)
    expect(await statusWith(before)).toBe(401)
    const next = await gateway.write.key('k')
    expect(await statusWith(last)).toBe(401)
    expect(await statusWith(next)).toBe(200)
  })

  it('is refused when it has expired, or keys are off', async () => {
    expect(await statusWith(await write.key('old', { expiresAt: new Date(Date.now() - 1_000) }))).toBe(401)
    await gateway.write.put('plugins', { _id: 'api-keys', state: 'installed' })
    expect(await statusWith(await write.key('k'))).toBe(401)
  })
})
