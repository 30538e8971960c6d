import { hostname } from 'node:os'
import {
  adminPart,
  createLogger,
  memoryAtRest,
  OperatorError,
  openAuthorities,
  type Platform,
  type ProcessPart,
  processBeat,
  type Readiness,
  runService,
  startTelemetry,
  startTracing,
  type TracingPart,
  type WatchedSettings,
  watchedFilesPart,
} from '@sluice/service-kit'
import { BackendsError } from './backends-error.ts'
import { type ClusterPlatform, openClusterPlatform } from './open-cluster-platform.ts'
import type { CurrentConfig } from './settings.ts'

const SECOND_MS = 1000

export type ClusterService = {
  /** The service's name in every log line. */
  name: string
  /** The settings, which may be replaced in their files while it runs. */
  live: WatchedSettings & { current: CurrentConfig }
  /** The settings as they may be logged. */
  summary: Readonly<Record<string, string>>
  /** Whether it sends or reads events. One that does neither asks nothing of Kafka. */
  usesBus?: boolean
  /** What the process does, in the order in which it starts. */
  parts(platform: Platform, tracing: TracingPart): readonly ProcessPart[]
}

/**
 * Runs one service of a cluster as a process of its own: connects, starts, serves its admin port, stops on a signal.
 * Only the store has to be there for it.
 * What stands in the way of the start is logged in the operator's words, and the exit code is 1.
 */
export async function runClusterService({
  name,
  live,
  summary,
  usesBus = false,
  parts,
}: ClusterService): Promise<void> {
  const config = live.current()
  const telemetry = startTelemetry()
  const logger = createLogger({ service: name, level: config.LOG_LEVEL })
  logger.info({ config: summary }, 'service.configured')
  const tracing = await startTracing(config, { service: name, logger })
  const clientId = `sluice-${name}-${hostname()}-${process.pid}`
  const cluster = await open(live.current, { logger, clientId, usesBus })
  const phase = createPhase()
  const readiness = () => [...phase.readiness(), ...cluster.readiness()]
  const { degradation, platform } = cluster
  const address = { host: config.HOST, port: config.ADMIN_PORT }
  const admin = adminPart({ address, telemetry, readiness, degradation })
  const beat = processBeat({ service: name, port: config.PORT, platform, readiness, degradation })
  const ready = { ...phase.part, start: () => phase.part.start().then(() => logger.info('service.ready')) }
  const watched = [live, openAuthorities(config.NODE_EXTRA_CA_CERTS)]
  const traces = { name: 'traces', start: async () => {}, stop: tracing.stop }
  const first = [admin, traces, watchedFilesPart({ watched, logger }), cluster.part, beat, memoryAtRest()]
  await runService({
    parts: [...first, ...parts(platform, tracing), ready],
    logger,
    explain,
    stopDeadlineMs: config.STOP_WITHIN_SECONDS * SECOND_MS,
  })
}

type ServiceMember = Parameters<typeof openClusterPlatform>[1]

async function open(current: CurrentConfig, about: ServiceMember): Promise<ClusterPlatform> {
  try {
    return await openClusterPlatform(current, about)
  } catch (error) {
    if (!(error instanceof BackendsError)) throw error
    about.logger.fatal({ reasons: error.reasons }, 'service.failed-to-start')
    process.exit(1)
  }
}

/** The last part to start and the first to stop: between the two the process is ready as far as it is up to itself. */
function createPhase(): { part: ProcessPart; readiness: Readiness } {
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
