import { type Config, gatewaySettings, upstreamSettings } from '@sluice/service-kit'
import type { SpoolSettings } from './spool/spool.ts'

/** Beside what every process of a cluster is told. */
export const ownSettings = { ...gatewaySettings, ...upstreamSettings }

export const spoolOf = (config: Config<typeof ownSettings>): SpoolSettings => ({
  directory: config.SPOOL_DIR,
  maxBytes: config.SPOOL_MAX_BYTES,
  whenFull: config.SPOOL_FULL,
  fsyncMs: config.SPOOL_FSYNC_MS,
})
