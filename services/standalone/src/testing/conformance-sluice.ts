// A standalone Sluice whose `/mcp` offers, beside its own tools, those that the official conformance suite calls by name. It
// says where it is on standard output, and takes the same settings.
import { createMcp } from '@sluice/mcp'
import { conformanceServer } from '@sluice/mcp/testing'
import { createLogger, loadConfig, runService } from '@sluice/service-kit'
import { destination } from 'pino'
import { openDataDirectory } from '../data-directory.ts'
import { createServiceLines } from '../lines.ts'
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
const lines = createServiceLines()
const { parts, gateway } = await composeParts({
  live,
  directory,
  opened,
  lines,
  summary,
  allowCidrs: config.WEBHOOK_ALLOW_CIDRS,
  onOwnerCreated: () => {},
})
const mcp = createMcp(opened.platform, {
  address: lines.mcp,
  gateway: { socketPath: directory.innerSocketPath },
  serverClass: conformanceServer(changeOffer),
})

/** What is looked at to offer a tool alone, and one with its prompt: whether anybody may ask for it. */
const ASKED = { tools: "path('/acl/explain')", prompts: "path-template('/webhooks/{id}/logs')" } as const
const isOpen = { tools: false, prompts: false }

/** As an owner would: by a permission that is written, or deleted. */
async function changeOffer(list: keyof typeof ASKED): Promise<void> {
  isOpen[list] = !isOpen[list]
  const permission = { _id: list, roles: ['$unauthenticated'], predicate: ASKED[list], priority: 1 }
  const authorization = `Basic ${btoa(`admin:${config.SLUICE_ADMIN_PASSWORD?.reveal() ?? ''}`)}`
  const headers = { authorization, 'content-type': 'application/json' }
  const path = `${urlOf(gateway.address())}/acl/${list}`
  const answer = isOpen[list]
    ? await fetch(`${path}?wm=upsert`, { method: 'PUT', headers, body: JSON.stringify(permission) })
    : await fetch(path, { method: 'DELETE', headers })
  if (!answer.ok) throw new RangeError(`The offer can't be changed: ${await answer.text()}`)
}

await runService({
  parts: parts.map(part => (part.name === mcp.name ? mcp : part)),
  logger,
  stopDeadlineMs: config.STOP_WITHIN_SECONDS * 1000,
})
process.stdout.write(`Ready at ${urlOf(gateway.address())}\n`)
