// A standalone Sluice whose `/mcp` offers, beside its own tools, those that the official conformance suite calls by name. It
// says where it is on standard output, and takes the same settings.
import { createMcp } from '@sluice/mcp'
import { ConformanceServer } from '@sluice/mcp/testing'
import { createLogger, loadConfig, runService } from '@sluice/service-kit'
import { destination } from 'pino'
import { openDataDirectory } from '../data-directory.ts'
import { composeParts } from '../parts.ts'
import { openPlatform } from '../platform.ts'
import { standaloneSettings } from '../settings.ts'
import { urlOf } from '../url-of.ts'

const STANDARD_ERROR = 2

const { live, summary } = loadConfig(standaloneSettings)
const config = live.current()
const logger = createLogger({
  service: 'standalone',
  level: config.LOG_LEVEL,
  destination: destination(STANDARD_ERROR),
})
const directory = await openDataDirectory(config.DATA_DIR, logger)
const opened = await openPlatform(live, directory, logger)
const { parts, gateway } = composeParts({
  live,
  directory,
  opened,
  summary,
  allowCidrs: config.WEBHOOK_ALLOW_CIDRS,
  onOwnerCreated: () => {},
})
const mcp = createMcp(opened.platform, {
  address: { socketPath: directory.socketPath('mcp') },
  gateway: { socketPath: directory.innerSocketPath },
  serverClass: ConformanceServer,
})
await runService({ parts: parts.map(part => (part.name === mcp.name ? mcp : part)), logger })
process.stdout.write(`Ready at ${urlOf(gateway.address())}\n`)
