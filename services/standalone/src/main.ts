import {
  createLogger,
  gatherLines,
  loadConfig,
  OperatorError,
  openAuthorities,
  runService,
  watchedFilesPart,
} from '@sluice/service-kit'
import { StoreOpenError } from '@sluice/store/sqlite'
import { formatBanner, formatOwner } from './banner.ts'
import { openDataDirectory } from './data-directory.ts'
import { openDemo } from './demo/demo-part.ts'
import type { DemoUser } from './demo/load-demo.ts'
import { createServiceLines } from './lines.ts'
import { composeParts } from './parts.ts'
import { openPlatform } from './platform.ts'
import { showProgress } from './progress.ts'
import { type StandaloneLive, standaloneSettings } from './settings.ts'
import { urlOf } from './url-of.ts'

const STANDARD_ERROR = 2
const SECOND_MS = 1000

function explain(error: unknown): string | undefined {
  return error instanceof OperatorError || error instanceof StoreOpenError ? error.message : undefined
}

const tellWhy = (reason: string) => process.stderr.write(`Sluice can not start: ${reason}\n`)

async function start(live: StandaloneLive, summary: Record<string, string>): Promise<void> {
  const config = live.current()
  // Standard output is for the person who typed `npm start`; log lines go beside it.
  const logger = createLogger({
    service: 'standalone',
    level: config.LOG_LEVEL,
    destination: gatherLines(STANDARD_ERROR),
  })
  logger.info({ config: summary }, 'service.configured')
  const directory = await openDataDirectory(config.DATA_DIR, logger)
  const opened = await openPlatform(live, directory, logger)
  const isNextTaken = config.PORT === 0 || config.ADMIN_PORT === config.PORT + 1
  const preferredPort = isNextTaken ? 0 : config.PORT + 1
  const demo = await openDemo({ directory, isWanted: config.SLUICE_DEMO ?? true, preferredPort, logger })
  const allowCidrs = demo ? [...config.WEBHOOK_ALLOW_CIDRS, demo.allowCidr] : config.WEBHOOK_ALLOW_CIDRS

  const lines = createServiceLines()
  let user: DemoUser | undefined
  const composed = await composeParts({
    live,
    directory,
    opened,
    lines,
    summary,
    allowCidrs,
    onOwnerCreated: password => {
      process.stdout.write(formatOwner(password))
    },
  })
  const { parts, gateway, admin } = composed
  if (demo) {
    const onLoaded = (loaded: DemoUser) => {
      user = loaded
    }
    parts.push(demo.part({ platform: opened.platform, lines, progress: showProgress, onLoaded }))
  }
  if (composed.console) parts.push(composed.console)
  const watched = [live, openAuthorities(config.NODE_EXTRA_CA_CERTS)]
  parts.unshift(
    { name: 'data-directory', start: () => Promise.resolve(), stop: () => directory.close() },
    watchedFilesPart({ watched, logger }),
  )
  await runService({ parts, logger, explain, tell: tellWhy, stopDeadlineMs: config.STOP_WITHIN_SECONDS * SECOND_MS })

  const banner = formatBanner({
    url: urlOf(gateway.address()),
    hasConsole: composed.console !== undefined,
    adminUrl: urlOf(admin.address()),
    dataDirectory: directory.path,
    demo: user && demo ? { user, receiverUrl: `http://127.0.0.1:${demo.receiverPort}/` } : undefined,
  })
  process.stdout.write(banner)
}

const { live, summary } = loadConfig(standaloneSettings)
try {
  await start(live, summary)
} catch (error) {
  const reason = explain(error)
  if (reason === undefined) throw error
  tellWhy(reason)
  process.exit(1)
}
