// `node services/start.js gateway ship-spool`: sends what a gateway that is gone has left in SPOOL_DIR, and ends when
// Kafka has all of it. While Kafka is away, it waits for it.
import { hostname } from 'node:os'
import { clusterSettings, openClusterBus } from '@sluice/cluster'
import { createLogger, loadConfig, OperatorError, openAuthorities } from '@sluice/service-kit'
import { settings, spoolFrom, upstreamSettings } from '../settings.ts'
import { shipSpool } from '../ship-spool.ts'

const { config, summary, live } = loadConfig({ ...clusterSettings, ...settings, ...upstreamSettings })
const logger = createLogger({ service: 'gateway', level: config.LOG_LEVEL })
logger.info({ config: summary }, 'service.configured')
openAuthorities(config.NODE_EXTRA_CA_CERTS)
try {
  const clientId = `sluice-ship-spool-${hostname()}-${process.pid}`
  const bus = await openClusterBus({ current: live.current, logger, clientId })
  const shipped = await shipSpool(bus, spoolFrom(config, config.SPOOL_DIR), logger)
  await bus.close()
  logger.info(shipped, 'spool.shipped')
} catch (error) {
  if (!(error instanceof OperatorError)) throw error
  logger.fatal({ reasons: error.message.split('\n') }, 'service.failed-to-start')
  process.exitCode = 1
}
