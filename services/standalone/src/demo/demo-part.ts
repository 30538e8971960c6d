import { ListenError, type Listener, type Logger, type Platform, type ProcessPart } from '@sluice/service-kit'
import type { DataDirectory } from '../data-directory.ts'
import type { ServiceLines } from '../lines.ts'
import { type DemoState, readDemoState, writeDemoState } from './demo-state.ts'
import { type DemoUser, loadDemo, type ReportProgress } from './load-demo.ts'
import { startReceiver } from './receiver.ts'

export type Demo = {
  receiverPort: number
  /** The receiver's address block for WEBHOOK_ALLOW_CIDRS: that one port and no other. */
  allowCidr: string
  part(loading: {
    platform: Platform
    lines: ServiceLines
    progress: ReportProgress
    onLoaded(user: DemoUser): void
  }): ProcessPart
}

type DemoOpening = { directory: DataDirectory; isWanted: boolean; preferredPort: number; logger: Logger }

/**
 * Starts the demo's receiver where this data directory has a demo, or is new and shall have one.
 * @returns undefined when there is no demo here
 */
export async function openDemo({ directory, isWanted, preferredPort, logger }: DemoOpening): Promise<Demo | undefined> {
  const known = await readDemoState(directory)
  if (!known && !(directory.isNew && isWanted)) return undefined
  const receiver = await openReceiver(known?.receiverPort, preferredPort)
  if (!receiver) {
    const message =
      "The port of the demo's receiver is taken: its webhook fails until that port is free and Sluice restarted."
    logger.warn({ port: known?.receiverPort, message }, 'demo.receiver-missing')
  }
  const state: DemoState = known ?? { state: 'loading', receiverPort: portOf(receiver) }
  await writeDemoState(directory, state)
  const { receiverPort } = state
  return {
    receiverPort,
    allowCidr: `127.0.0.1/32:${receiverPort}`,
    part: ({ platform, lines, progress, onLoaded }) => ({
      name: 'demo',
      async start() {
        if (state.state === 'loaded') return
        const user = await loadDemo({ platform, lines, receiverPort, progress })
        await writeDemoState(directory, { state: 'loaded', receiverPort })
        onLoaded(user)
      },
      stop: deadlineMs => receiver?.close(deadlineMs) ?? Promise.resolve(),
    }),
  }
}

/** The port of an earlier start and no other: the webhook names it. At the first start any port will do. */
async function openReceiver(knownPort: number | undefined, preferredPort: number): Promise<Listener | undefined> {
  try {
    return await startReceiver(knownPort ?? preferredPort)
  } catch (error) {
    if (!(error instanceof ListenError)) throw error
    return knownPort === undefined ? startReceiver(0) : undefined
  }
}

const portOf = (listener: Listener | undefined) => (listener && 'port' in listener.address ? listener.address.port : 0)
