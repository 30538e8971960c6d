import type { SluiceClient } from '@sluice/sdk'
import { EXIT, type ExitCode, usageError } from '../cli-error.ts'
import { instantText } from '../json-values.ts'
import { missedWords } from '../output/missed-words.ts'
import { printTable } from '../output/table.ts'
import { visible } from '../output/terminal.ts'
import { writePrivateFile } from '../profiles/credentials.ts'
import type { CommandInput, CommandSpec } from '../program/command.ts'
import { secondsOf } from '../seconds.ts'

type LogEntryLine = Awaited<ReturnType<ReturnType<SluiceClient['webhooks']['logs']>['page']>>['items'][number]

const list: CommandSpec = {
  name: 'webhooks list',
  summary: 'List the webhooks and how each does',
  examples: ['sluice webhooks list'],
  async run({ terminal, signal, client }) {
    const webhooks = await Array.fromAsync((await client()).webhooks.list({ include: 'health', signal }))
    if (terminal.isJson) terminal.printDocument(webhooks)
    else {
      const rows = webhooks.map(({ _id, name, health, autoDisabled, condition }) => [
        _id,
        name,
        autoDisabled ? 'disabled by itself' : (health?.state ?? '-'),
        condition,
      ])
      printTable(terminal, ['id', 'name', 'state', 'condition'], rows)
    }
  },
}

const STATUSES = ['pending', 'success', 'failed', 'skipped'] as const

const logs: CommandSpec = {
  name: 'webhooks logs',
  parameters: '<id>',
  summary: 'List the newest entries of the log of a webhook',
  examples: ['sluice webhooks logs new-route', 'sluice webhooks logs new-route --status failed --since 1h'],
  options: [
    { flags: '--status <status>', text: STATUSES.join(', '), choices: STATUSES, isRepeatable: true },
    { flags: '--since <time>', text: 'only the last 90s, 10m, 1h, 2d' },
    { flags: '-t, --text <text>', text: 'only those with this text in their summary' },
    { flags: '-n, --limit <n>', text: 'so many at most; 50' },
  ],
  async run({ terminal, signal, client }, input) {
    const since = input.text('since')
    const text = input.text('text')
    const status = STATUSES.filter(one => input.texts('status').includes(one))
    const pages = (await client()).webhooks.logs(input.argument(0), {
      ...(status.length > 0 && { status }),
      ...(text !== undefined && { q: text }),
      ...(since !== undefined && { from: new Date(Date.now() - secondsOf(since) * 1_000).toISOString() }),
      signal,
    })
    const most = input.wholeNumber('limit', 1) ?? 50
    const entries: LogEntryLine[] = []
    for await (const entry of pages) if (entries.push(entry) >= most) break
    if (terminal.isJson) terminal.printDocument(entries)
    else printTable(terminal, ['time', 'status', 'attempt', 'ms', 'summary', 'id'], entries.map(rowOf))
  },
}

const rowOf = ({ _id, timestamp, status, attempt, durationMs, summary }: LogEntryLine) => [
  instantText(timestamp),
  status,
  attempt,
  Math.round(durationMs),
  summary,
  _id,
]

const rotateSecret: CommandSpec = {
  name: 'webhooks rotate-secret',
  parameters: '<id>',
  summary: 'Give a webhook a new signing secret and print it, once; both sign for the grace time',
  examples: [
    'sluice webhooks rotate-secret new-route --grace 1d',
    'sluice webhooks rotate-secret new-route --out hook.key',
  ],
  options: [
    { flags: '--grace <time>', text: 'how long the old secret signs, too: 90s, 10m, 1h, 2d; 1d without it' },
    { flags: '--out <file>', text: 'write it there (mode 0600) instead of printing it' },
  ],
  async run({ terminal, signal, client }, input) {
    const graceSeconds = secondsOf(input.text('grace') ?? '1d')
    const { secret = '' } = await (await client()).webhooks.rotateSecret(
      input.argument(0),
      { graceSeconds },
      { signal },
    )
    const file = input.text('out')
    if (file !== undefined) writePrivateFile(file, `${secret}\n`)
    if (terminal.isJson) terminal.printDocument(file === undefined ? { secret } : { file })
    else if (file === undefined) terminal.print(secret)
    else terminal.note(`Written to ${file}.`)
  },
}

const trigger: CommandSpec = {
  name: 'trigger',
  parameters: '<id>',
  summary: 'Send a test delivery of a webhook, and show the answer; exit 1 when it was not 2xx',
  examples: ['sluice trigger new-route', 'sluice trigger new-route --event 01a20723-e885-7337-b942-67e055edc8cb'],
  options: [{ flags: '--event <id>', text: 'of this event instead of a sample' }],
  async run({ terminal, signal, client }, input): Promise<ExitCode> {
    const event = input.text('event')
    const result = await (await client()).webhooks.test(input.argument(0), { ...(event && { event }) }, { signal })
    if (terminal.isJson) terminal.printDocument(result)
    else {
      const { ok, error, response, timings } = result
      const answer = response === null ? '' : `, answer ${JSON.stringify(response)}`
      terminal.print(visible(`${ok ? 'delivered' : 'failed'} in ${Math.round(timings.totalMs)} ms${answer}`))
      if (error !== null) terminal.print(visible(`${error.stage}: ${error.code}: ${error.message}`))
    }
    return result.ok ? EXIT.done : EXIT.failed
  },
}

const condition: CommandSpec = {
  name: 'condition',
  parameters: '<expression>',
  summary: 'Say of how many of the last events a condition holds, and whether of one; exit 1 when not',
  examples: [
    `sluice condition "path('/routes') and method('POST')"`,
    `sluice condition "path('/routes')" --event 01a20723-e885-7337-b942-67e055edc8cb`,
  ],
  options: [{ flags: '--event <id>', text: 'whether it holds of this event' }],
  async run({ terminal, signal, client }, input): Promise<ExitCode> {
    const event = input.text('event')
    const body = { condition: input.argument(0), ...(event !== undefined && { event }) }
    const { matched, explanation, recent } = await (await client()).webhooks.conditions.check(body, { signal })
    if (terminal.isJson) terminal.printDocument({ matched, explanation, recent })
    else {
      if (matched !== null) terminal.print(String(matched))
      if (explanation) terminal.print(visible(`${explanation.text}: ${explanation.reason}`))
      terminal.print(`It held of ${recent.matched} of the last ${recent.events} events.`)
    }
    return matched === false ? EXIT.failed : EXIT.done
  },
}

const ENDS = ['success', 'failed', 'skipped'] as const

const tail: CommandSpec = {
  name: 'tail',
  summary: 'Follow the requests as they come, or the log of a webhook; Ctrl-C ends it',
  examples: [
    'sluice tail',
    "sluice tail --method POST --path '/orders*' --code 5xx --json",
    'sluice tail --webhook new-route --status failed',
  ],
  options: [
    { flags: '--webhook <id>', text: 'the log of this webhook' },
    { flags: '--status <status>', text: 'with --webhook: only these entries', choices: ENDS },
    { flags: '--path <path>', text: 'only these paths; * is any text' },
    { flags: '--method <method>', text: 'only these requests' },
    { flags: '--code <code>', text: 'only these answers: 404, 5xx' },
    { flags: '--user <name>', text: 'only requests of this user' },
    { flags: '-n, --limit <n>', text: 'end after so many' },
  ],
  async run(context, input): Promise<ExitCode> {
    const { terminal, signal } = context
    const filters = lineFilters(input)
    const stream = followedStream(input)
    const most = input.wholeNumber('limit', 1) ?? Number.POSITIVE_INFINITY
    const client = await context.client()
    let count = 0
    for await (const update of updatesOf(client, stream, signal)) {
      if (update.event === 'gap') terminal.note(`! ${missedWords(update.data)}: more came than a tail takes.`)
      else if (isWanted(update.data, filters)) {
        if (terminal.isJson) terminal.print(JSON.stringify(update.data))
        else terminal.print(visible(lineOf(update.data)))
        count += 1
      }
      if (count >= most) break
    }
    return EXIT.done
  },
}

type FollowedStream = { webhook: string | undefined; status: (typeof ENDS)[number] | undefined }

/** @throws CliError */
function followedStream(input: CommandInput): FollowedStream {
  const webhook = input.text('webhook')
  const status = ENDS.find(one => one === input.text('status'))
  if (status !== undefined && webhook === undefined) throw usageError('--status is of the log of a --webhook.')
  return { webhook, status }
}

const updatesOf = (client: SluiceClient, { webhook, status }: FollowedStream, signal: AbortSignal) =>
  webhook === undefined
    ? client.events.tail({ signal })
    : client.webhooks.tail(webhook, { ...(status !== undefined && { status }), signal })

type FollowedLine = {
  timestamp: unknown
  method?: string
  path?: string
  statusCode?: number | null
  durationMs: number
  user?: string | null
  status?: string
  summary?: string
}

type LineFilters = Readonly<Record<'method' | 'path' | 'code' | 'user', string | undefined>>

/** @throws CliError */
function lineFilters(input: CommandInput): LineFilters {
  const code = input.text('code')
  if (code !== undefined && !/^[1-5](?:\d\d|xx)$/.test(code)) throw usageError('--code is like 404 or 5xx.')
  return { method: input.text('method'), path: input.text('path'), code, user: input.text('user') }
}

const isWanted = (line: FollowedLine, { method, path, code, user }: LineFilters): boolean =>
  (method === undefined || line.method === method.toUpperCase()) &&
  (path === undefined || fitsPath(path, line.path ?? '')) &&
  (user === undefined || line.user === user) &&
  (code === undefined || new RegExp(`^${code.replace('xx', '\\d\\d')}$`).test(String(line.statusCode)))

/** Whether a path fits a pattern, in which a star stands for any text. */
function fitsPath(pattern: string, path: string): boolean {
  const [first = '', ...others] = pattern.split('*')
  const last = others.pop()
  if (last === undefined) return path === first
  if (!path.startsWith(first)) return false
  let at = first.length
  for (const part of others) {
    const found = path.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return path.length - last.length >= at && path.endsWith(last)
}

const lineOf = ({ timestamp, method, path, statusCode, durationMs, user, status, summary }: FollowedLine): string =>
  method === undefined
    ? [instantText(timestamp), status, `${Math.round(durationMs)} ms`, summary].join('  ')
    : [instantText(timestamp), method, path, statusCode ?? '-', `${Math.round(durationMs)} ms`, user ?? '-'].join('  ')

export const WEBHOOK_COMMANDS: readonly CommandSpec[] = [list, logs, rotateSecret, trigger, condition, tail]
