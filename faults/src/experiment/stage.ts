import type { Cluster } from '../cluster/cluster.ts'
import { startCluster } from '../cluster/start-cluster.ts'
import { startStandalone } from '../cluster/start-standalone.ts'
import { type RunMailbox, startMailbox } from '../load/start-mailbox.ts'
import { startTargets, type Targets } from '../load/start-targets.ts'
import type { ReceivedAnswer } from '../oracle/observations.ts'
import { type PreparedService, prepareService } from './prepare-service.ts'
import type { FaultMatrixRow } from './row.ts'
import { spoolSettings } from './watch-spools.ts'

/** A Sluice that runs and is prepared, and what the rig has around it. */
export type Stage = {
  cluster: Cluster
  service: PreparedService
  targets: Targets
  mailbox: RunMailbox
  /** The outcomes of all requests but the driver's. */
  aside: (ReceivedAnswer | undefined)[]
  close(): Promise<void>
}

/** Starts a Sluice as the row asks for it, and makes there what the load uses. */
export async function openStage(row: FaultMatrixRow, on: Cluster['kind']): Promise<Stage> {
  const targets = await startTargets()
  const mailbox = await startMailbox()
  const start = on === 'standalone' ? startStandalone : startCluster
  const settings = { ...(await settingsOf(row, mailbox)), ...spoolSettings(row.smallSpool) }
  const { hasStoreProxy = false, hasBrokerWays = false, hasBalancers = false, spoolDiskBytes } = row
  const asked = { hasStoreProxy, hasBrokerWays, hasBalancers, spoolDiskBytes }
  const cluster = await start({ allowCidrs: '127.0.0.1/32', settings, ...asked })
  const close = async () => {
    await cluster.stop()
    targets.close()
    await mailbox.close()
  }
  const aside: Stage['aside'] = []
  try {
    const note = (answer: ReceivedAnswer | undefined) => void aside.push(answer)
    const mailPort = row.mailAllowance === undefined ? mailbox.port : undefined
    const service = await prepareService(cluster, { targetsPort: targets.port, mailPort, note })
    return { cluster, service, targets, mailbox, aside, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function settingsOf(
  { settings, mailAllowance }: FaultMatrixRow,
  { port }: RunMailbox,
): Promise<Record<string, string>> {
  const asked = typeof settings === 'function' ? await settings() : settings
  if (mailAllowance === undefined) return { ...asked }
  const mail = { SMTP_URL: `smtp://127.0.0.1:${port}`, SMTP_FROM: 'sluice@example.com' }
  return { ...asked, ...mail, EMAIL_DAILY_ALLOWANCE: String(mailAllowance) }
}
