import { upstreamName } from '@sluice/contracts'
import { type InProcessLine, type Logger, type OpenApiDocument, parseDescription } from '@sluice/service-kit'
import type { UpstreamAddress, UpstreamAddresses } from '../exchange/forward/upstreams.ts'

type DescriptionSources = {
  addresses: UpstreamAddresses
  logger: Logger
}

const TIMEOUT_MS = 3_000
const RETRIES = 2
const MOST_WAIT_MS = 500
const MAX_BYTES = 4 * 1024 * 1024

/**
 * Asks every service what it serves. A service that restarts is asked again, twice.
 * @throws where one does not describe itself within 3 s, or at more length than 4 MiB
 */
export async function collectDescriptions({ addresses, logger }: DescriptionSources): Promise<OpenApiDocument[]> {
  const client = await openClient(logger)
  const describe = async (name: string, address: UpstreamAddress) => {
    if ('line' in address) return describeByLine(name, address.line)
    const tooLong = new AbortController()
    const request = client(addressOf(address), { signal: tooLong.signal })
    void request.on('downloadProgress', ({ transferred }) => {
      if (transferred > MAX_BYTES) tooLong.abort(new RangeError(`The description of ${name} is too long.`))
    })
    return parseDescription(await request.text())
  }
  return Promise.all(
    upstreamName.options.flatMap(name => {
      const address = addresses[name]
      return address ? [describe(name, address)] : []
    }),
  )
}

/** got is loaded by whoever asks for the description: most gateways are never asked (docs/adr/0024-where-got-stands.md). */
async function openClient(logger: Logger) {
  const { default: got } = await import('got')
  return got.extend({
    enableUnixSockets: true,
    followRedirect: false,
    timeout: { request: TIMEOUT_MS },
    retry: { limit: RETRIES, backoffLimit: MOST_WAIT_MS },
    hooks: {
      beforeRetry: [
        ({ code, options }, attempt) =>
          logger.info({ url: String(options.url), code, attempt }, 'description.asked-again'),
      ],
    },
  })
}

/** A copy, as a socket would give it. */
function describeByLine(name: string, line: InProcessLine): OpenApiDocument {
  const description = line.description()
  if (!description) throw new RangeError(`The service ${name} is not there to describe itself.`)
  return parseDescription(JSON.stringify(description))
}

const addressOf = (address: Exclude<UpstreamAddress, { line: InProcessLine }>): string =>
  'socketPath' in address
    ? `http://unix:${address.socketPath}:/openapi.json`
    : new URL('/openapi.json', address.url).href
