import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ownerClient, type SluiceProcess, startSluice } from '@sluice/e2e'
import { openBrowser } from '@sluice/e2e/browser'
import type { Figure } from '../figure.ts'
import { measureFirstStart } from './first-start.ts'
import { fillDeliveryLog, makeLoggedWebhook, measureLog } from './log.ts'
import { measurePages } from './pages.ts'
import { measureSchema } from './schema.ts'
import { measureTail } from './tail.ts'

/** What a person at the console waits for, in Chromium, at a standalone Sluice with the demo and a long log. */
export async function measureConsole(): Promise<Figure[]> {
  const firstStart = await measureFirstStart()
  const folder = await mkdtemp(join(tmpdir(), 'sluice-bench-'))
  const browser = await openBrowser()
  let sluice: SluiceProcess | undefined
  try {
    sluice = await startWithLog(folder)
    return [
      ...firstStart,
      ...(await measurePages(browser, sluice)),
      ...(await measureLog(browser, sluice)),
      ...(await measureSchema(browser, sluice)),
      ...(await measureTail(browser, sluice)),
    ]
  } finally {
    await browser.close()
    await sluice?.interrupt()
    await rm(folder, { recursive: true })
  }
}

async function startWithLog(folder: string): Promise<SluiceProcess> {
  const ownerPassword = 'the owner of these figures'
  const settings = {
    DATA_DIR: join(folder, 'data'),
    LOG_LEVEL: 'warn',
    SLUICE_DEMO: '0',
    SLUICE_ADMIN_PASSWORD: ownerPassword,
  }
  const empty = { ...(await startSluice(settings)), ownerPassword }
  const owner = ownerClient(empty)
  for (const step of ['api-keys/install', 'api-keys/enable', 'webhooks/enable'])
    await owner.json('POST', `/plugins/${step}`)
  await makeLoggedWebhook(empty)
  await empty.interrupt()
  await fillDeliveryLog(settings.DATA_DIR)
  return { ...(await startSluice(settings)), ownerPassword }
}
