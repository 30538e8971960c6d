import { temporaryDirectory } from '@sluice/testkit'
import { findFreePorts } from '@sluice/testkit/backends'
import { filesIn, metricsOf } from '@sluice/testkit/leftovers'
import { ageDirectory } from '../age-webhooks.ts'
import {
  LOOPBACK,
  openMail,
  openOutside,
  openTraces,
  type SluiceTarget,
  type SluiceTier,
  TARGET_SETTINGS,
  tierOf,
  type Victim,
} from '../target.ts'
import { startSluice } from './sluice-process.ts'

/** One process on embedded adapters. */
export async function openStandaloneTarget(tier: SluiceTier = 'shared'): Promise<SluiceTarget> {
  const [port = 0] = await findFreePorts(1)
  const { mail, settings: mailSettings } = await openMail()
  const { traces, settings: traceSettings } = await openTraces()
  const { proxy, settings: proxySettings } = await openOutside()
  const settings = {
    ...TARGET_SETTINGS,
    ...mailSettings,
    ...traceSettings,
    ...proxySettings,
    ...tierOf(tier).settings,
    DATA_DIR: await temporaryDirectory(),
    SLUICE_DEMO: '0',
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
  }
  let sluice = await startSluice(settings)
  const ended: string[] = []
  const victim = {
    async kill() {
      await sluice.kill()
      ended.push(sluice.logged())
    },
    async start() {
      sluice = await startSluice(settings)
    },
  }
  return {
    urls: [sluice.url, sluice.url],
    ownerPassword: TARGET_SETTINGS.SLUICE_ADMIN_PASSWORD,
    base: tierOf(tier).base,
    receiver: LOOPBACK,
    mail,
    traces,
    proxy,
    ...inOneProcess(victim),
    async agesBy(hours) {
      await sluice.interrupt()
      ended.push(sluice.logged())
      await ageDirectory(settings.DATA_DIR, hours)
      await victim.start()
    },
    async leftovers() {
      const logs = Buffer.from([...ended, sluice.printed(), sluice.logged()].join('\n'))
      return [
        ...(await Array.fromAsync(filesIn(settings.DATA_DIR, kindOf))),
        { kind: 'logs', where: 'standard output', bytes: logs },
        await metricsOf(sluice.adminUrl),
        { kind: 'traces', where: 'the collector', bytes: traces.bytes() },
      ]
    },
    async stop() {
      const isClean = (await sluice.interrupt()) === 0
      await Promise.all([mail.close(), traces.close(), proxy.close()])
      return isClean
    },
  }
}

/** Whichever service ends, all do. */
const inOneProcess = (victim: Victim) => ({
  gateway: victim,
  data: victim,
  keys: victim,
  apps: victim,
  dispatcher: victim,
})

const kindOf = (path: string) => (path.startsWith('bus') ? 'bus' : path.startsWith('spool') ? 'spool' : 'store')
