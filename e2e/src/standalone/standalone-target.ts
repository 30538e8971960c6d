import { temporaryDirectory } from '@sluice/testkit'
import { findFreePorts } from '@sluice/testkit/backends'
import { LOOPBACK, TARGET_SETTINGS, type Target } from '../target.ts'
import { startSluice } from './sluice-process.ts'

/** One process on embedded adapters. */
export async function openStandaloneTarget(): Promise<Target> {
  const [port = 0] = await findFreePorts(1)
  const settings = {
    ...TARGET_SETTINGS,
    DATA_DIR: await temporaryDirectory(),
    SLUICE_DEMO: '0',
    PORT: String(port),
  }
  let sluice = await startSluice(settings)
  const victim = {
    kill: () => sluice.kill(),
    async start() {
      sluice = await startSluice(settings)
    },
  }
  return {
    urls: [sluice.url, sluice.url],
    ownerPassword: TARGET_SETTINGS.SLUICE_ADMIN_PASSWORD,
    receiver: LOOPBACK,
    gateway: victim,
    dispatcher: victim,
    stop: async () => (await sluice.interrupt()) === 0,
  }
}
