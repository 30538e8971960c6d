import { type SluiceClient, unwrapWhole } from '@sluice/sdk'
import { CliError, EXIT, type ExitCode } from '../cli-error.ts'
import { instantText } from '../json-values.ts'
import { describeError } from '../output/report-error.ts'
import { type Terminal, visible } from '../output/terminal.ts'
import type { CommandSpec } from '../program/command.ts'
import type { CommandContext } from '../program/context.ts'
import { openDefaultDatabase } from '../program/sign-in.ts'

/** What the caller may see of a server. */
type ServerStatus = {
  profile: string
  url: string
  service: { id: string; version: string; tier: string }
  /** How far the server's clock is ahead of this machine's; whole seconds, as its answers say no more. */
  clockDifferenceSeconds: number
  plugins: { id: string; state: string }[] | undefined
  counts: { apps: number | undefined; permissions: number | undefined; webhooks: number | undefined }
  troubles: string[]
}

export const status: CommandSpec = {
  name: 'status',
  summary: 'Say whether the server is there, what it holds, and what is wrong',
  examples: ['sluice status', 'sluice status -p production --json'],
  async run(context): Promise<ExitCode> {
    const found = await readStatus(context)
    if (context.terminal.isJson) context.terminal.printDocument(found)
    else tell(context.terminal, found)
    return found.troubles.length === 0 ? EXIT.done : EXIT.failed
  },
}

async function readStatus(context: CommandContext): Promise<ServerStatus> {
  const { signal } = context
  const { url, name } = context.profile()
  const client = await context.client()
  const askedAt = Date.now()
  const { data, headers } = await unwrapWhole(client.raw.GET('/whoami', { signal }))
  const clockDifferenceSeconds = clockDifference(headers.get('date'), askedAt)
  const webhooks = await unlessForbidden(() => Array.fromAsync(client.webhooks.list({ signal })))
  return {
    profile: name,
    url,
    service: data.service,
    clockDifferenceSeconds,
    plugins: await unlessForbidden(() => client.plugins.list({ signal })),
    counts: { ...(await countDefinitions(context)), webhooks: webhooks?.length },
    troubles: [
      ...troubleOfClock(clockDifferenceSeconds),
      ...(await troublesOfWebhooks(client, signal)),
      ...(await troublesOfKeys(client, signal)),
    ],
  }
}

async function countDefinitions(context: CommandContext) {
  const { signal } = context
  const client = await openDefaultDatabase(context)
  return {
    apps: await unlessForbidden(() => client.apps.count({ signal })),
    permissions: await unlessForbidden(() => client.permissions.count({}, { signal })),
  }
}

/** The date of an answer lies between the question and its arrival, cut to its second: what that explains is no difference. */
function clockDifference(date: string | null, askedAt: number): number {
  const told = Date.parse(date ?? '')
  if (Number.isNaN(told)) return 0
  if (told > Date.now()) return Math.ceil((told - Date.now()) / 1_000)
  return Math.min(0, Math.ceil((told + 1_000 - askedAt) / 1_000))
}

/** A server whose clock is as far off its store's calls itself not ready. */
const MOST_CLOCK_SECONDS = 10

const troubleOfClock = (seconds: number): string[] =>
  Math.abs(seconds) > MOST_CLOCK_SECONDS
    ? [`the clocks differ by ${Math.abs(seconds)} s: set that of this machine, or of the server`]
    : []

async function troublesOfWebhooks(client: SluiceClient, signal: AbortSignal): Promise<string[]> {
  const failing = await unlessForbidden(() => client.webhooks.list({ state: 'failing', signal }).page())
  return (failing?.items ?? []).map(({ _id }) => `webhook ${_id} fails: sluice webhooks logs ${_id} --status failed`)
}

const SOON_DAYS = 14

async function troublesOfKeys(client: SluiceClient, signal: AbortSignal): Promise<string[]> {
  const keys = await unlessForbidden(() => client.keys.list({ signal }).page())
  return (keys?.items ?? [])
    .filter(({ expiresAt }) => endsWithin(expiresAt, SOON_DAYS))
    .map(({ name, expiresAt }) => `key "${name}" ends ${instantText(expiresAt)}: sluice keys issue`)
}

const DAY_MS = 86_400_000

const endsWithin = (expiresAt: { $date: number } | null, days: number): boolean =>
  expiresAt !== null && expiresAt.$date > Date.now() && expiresAt.$date < Date.now() + days * DAY_MS

function tell(terminal: Terminal, { url, service, clockDifferenceSeconds, plugins, counts, troubles }: ServerStatus) {
  const say = (line: string) => terminal.print(visible(line))
  say(`${url}  Sluice ${service.version}, ${service.tier} tier, service "${service.id}"`)
  if (clockDifferenceSeconds !== 0) {
    const way = clockDifferenceSeconds > 0 ? 'ahead of' : 'behind'
    say(`clock    ${Math.abs(clockDifferenceSeconds)} s ${way} this machine's`)
  }
  if (plugins) say(`plugins  ${plugins.map(({ id, state }) => `${id} ${state}`).join(', ')}`)
  const held = Object.entries(counts).flatMap(([what, count]) => (count === undefined ? [] : [`${what} ${count}`]))
  if (held.length > 0) say(`holds    ${held.join(', ')}`)
  for (const trouble of troubles) say(`! ${trouble}`)
  if (troubles.length === 0) say('Nothing is wrong.')
}

/** What the caller may not see is no part of the answer. */
async function unlessForbidden<Answer>(ask: () => Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await ask()
  } catch (error) {
    const { exitCode } = describeError(error)
    if (exitCode === EXIT.notAllowed && !(error instanceof CliError)) return undefined
    throw error
  }
}
