import { hostname } from 'node:os'
import {
  adminPart,
  createLogger,
  type Logger,
  OperatorError,
  type Part,
  type Platform,
  type Readiness,
  runService,
  startTelemetry,
} from '@sluice/service-kit'
import { BackendsError } from './backends-error.ts'
import type { ClusterConfig } from './config.ts'
import { type ClusterPlatform, openClusterPlatform } from './open-cluster-platform.ts'

export type ClusterService = {
  /** As it stands in every log line. */
  name: string
  config: ClusterConfig
  /** The settings as they may be logged. */
  summary: Readonly<Record<string, string>>
  /** What the process does, in the order in which it starts. */
  parts(platform: Platform): readonly Part[]
}

/**
 * Runs one service of a cluster as a process of its own: connects, starts, serves its admin port, stops on a signal.
 * What stands in the way of the start is logged in the operator's words, and the exit code is 1.
 */
export async function runClusterService({ name, config, summary, parts }: ClusterService): Promise<void> {
  const telemetry = startTelemetry()
  const logger = createLogger({ service: name, level: config.LOG_LEVEL })
  logger.info({ config: summary }, 'service.configured')
  const cluster = await open(config, { logger, clientId: `sluice-${name}-${hostname()}-${process.pid}` })
  const phase = createPhase()
  const admin = adminPart({
    address: { host: config.HOST, port: config.ADMIN_PORT },
    telemetry,
    readiness: () => [...phase.readiness(), ...cluster.readiness()],
    degradation: cluster.degradation,
  })
  const ready = { ...phase.part, start: () => phase.part.start().then(() => logger.info('service.ready')) }
  await runService({ parts: [admin, cluster.part, ...parts(cluster.platform), ready], logger, explain })
}

async function open(config: ClusterConfig, about: { logger: Logger; clientId: string }): Promise<ClusterPlatform> {
  try {
    return await openClusterPlatform(config, about)
  } catch (error) {
    if (!(error instanceof BackendsError)) throw error
    about.logger.fatal({ reasons: error.reasons }, 'service.failed-to-start')
    process.exit(1)
  }
}

/** The last part to start and the first to stop: between the two the process is ready as far as it is up to itself. */
function createPhase(): { part: Part; readiness: Readiness } {
  let missing: readonly string[] = ['The process is starting.']
  return {
    readiness: () => missing,
    part: {
      name: 'readiness',
      async start() {
        missing = []
      },
      async stop() {
        missing = ['The process is stopping.']
      },
    },
  }
}

const explain = (error: unknown): string | undefined => (error instanceof OperatorError ? error.message : undefined)
