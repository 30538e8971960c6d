import { randomBytes } from 'node:crypto'
import { isSluiceError, type SluiceClient, type WebhookLogEntry } from '@sluice/sdk'
import { CliError, EXIT, type ExitCode, usageError } from '../cli-error.ts'
import { followKeys } from '../listen/desk-keys.ts'
import { type ForwardTarget, readForwardUrl } from '../listen/forward.ts'
import { createListenerDesk } from '../listen/listener-desk.ts'
import { copyOfLogged, type LocalDelivery, ofListening, withoutCopy } from '../listen/local-delivery.ts'
import { missedWords } from '../output/missed-words.ts'
import { visible } from '../output/terminal.ts'
import type { CommandInput, CommandSpec } from '../program/command.ts'
import type { CommandContext } from '../program/context.ts'
import { readHeader } from '../read-header.ts'
import { readTextFile } from '../read-input.ts'

const STATUSES = ['success', 'failed'] as const

/** What is listened to, and how its deliveries come. */
type ListenSource = {
  name: string
  /** Made for the run, of what is not saved. */
  secret: string | undefined
  follow(client: SluiceClient, signal: AbortSignal): AsyncGenerator<LocalDelivery | { missed: number }>
}

export const listen: CommandSpec = {
  name: 'listen',
  summary: 'Get the deliveries of a webhook, or of a condition, on this machine; Ctrl-C ends it',
  examples: [
    'sluice listen --webhook new-route --forward http://localhost:3000/hook',
    `sluice listen --condition "path('/routes')" --template route.json --forward http://localhost:3000/hook`,
    'sluice listen --webhook new-route --status failed --print body',
  ],
  options: [
    { flags: '--webhook <id>', text: 'a copy of each delivery of this webhook' },
    { flags: '--condition <expression>', text: 'deliveries of what it holds of; nothing is saved' },
    { flags: '--template <file>', text: 'with --condition: renders the body' },
    { flags: '--as <form>', text: 'what the template gives', choices: ['json'] },
    { flags: '--forward <url>', text: 'where each goes, on this machine' },
    { flags: '--header <header>', text: 'one more header of what is forwarded, like "x-a: 1"', isRepeatable: true },
    { flags: '--status <status>', text: 'with --webhook: success, failed', choices: STATUSES, isRepeatable: true },
    { flags: '--print <part>', text: 'print the body of each, too', choices: ['body'] },
    { flags: '--allow-remote', text: 'let --forward lead to another machine' },
  ],
  async run(context, input): Promise<ExitCode> {
    const source = await readSource(input)
    const quitting = new AbortController()
    const signal = AbortSignal.any([context.signal, quitting.signal])
    const { terminal } = context
    const target = readTarget(context, input, signal)
    const client = await context.client()
    begin(context, source, target)
    const desk = createListenerDesk({
      terminal,
      target,
      printsBody: input.text('print') === 'body',
      secret: source.secret,
    })
    const pageOf = (id: string) =>
      `${context.profile().url.replace(/\/+$/, '')}/console/events?id=${encodeURIComponent(id)}`
    const close = terminal.isInteractive
      ? followKeys({ terminal, desk, quit: () => quitting.abort(), pageOf })
      : () => undefined
    try {
      for await (const told of source.follow(client, signal)) {
        if ('missed' in told) terminal.note(`! ${missedWords(told)}: more came than a stream takes.`)
        else await desk.take(told)
      }
      if (!signal.aborted) throw streamIsOver(source.name)
    } catch (error) {
      // Whatever was under way when somebody ended it.
      if (!signal.aborted) throw error
    } finally {
      close()
    }
    return EXIT.done
  },
}

/** A stream that is only broken off is opened again: this one has nothing more to tell. */
const streamIsOver = (name: string) =>
  new CliError(`The server has ended the stream: ${visible(name)} is gone.`, {
    exitCode: EXIT.failed,
    advice: ['sluice webhooks list shows what there is.'],
  })

/** @throws CliError */
async function readSource(input: CommandInput): Promise<ListenSource> {
  const webhook = input.text('webhook')
  const condition = input.text('condition')
  const file = input.text('template')
  if ((webhook === undefined) === (condition === undefined)) throw usageError('Give either --webhook or --condition.')
  if (webhook !== undefined && file !== undefined) throw usageError('--template goes with --condition.')
  if (webhook !== undefined) return ofWebhook(webhook, input.texts('status'))
  if (input.texts('status').length > 0) throw usageError('--status goes with --webhook.')
  const transform = file === undefined ? undefined : { enabled: true, template: await readTextFile(file) }
  return ofCondition(condition ?? '', transform)
}

const ofWebhook = (id: string, statuses: readonly string[]): ListenSource => ({
  name: `"${id}"`,
  secret: undefined,
  async *follow(client, signal) {
    for await (const update of client.webhooks.tail(id, { signal })) {
      if (update.event === 'gap') yield update.data
      else if (isWanted(update.data.status, statuses)) {
        yield await copyOf(client, { id, entry: update.data }, signal)
      }
    }
  },
})

type EntryOfWebhook = { id: string; entry: WebhookLogEntry }

/** An entry that is told may be gone when it is read: somebody has cleared the log. The listening goes on. */
async function copyOf(
  client: SluiceClient,
  { id, entry }: EntryOfWebhook,
  signal: AbortSignal,
): Promise<LocalDelivery> {
  try {
    return copyOfLogged(await client.webhooks.log(id, entry._id, { signal }))
  } catch (error) {
    if (isSluiceError(error, 'NOT_FOUND')) return withoutCopy(entry)
    throw error
  }
}

const isWanted = (status: string, statuses: readonly string[]): boolean =>
  (statuses.length > 0 ? statuses : STATUSES).includes(status)

function ofCondition(condition: string, transform: { enabled: boolean; template: string } | undefined): ListenSource {
  const secret = `whsec_${randomBytes(32).toString('base64')}`
  return {
    name: condition,
    secret,
    async *follow(client, signal) {
      const input = { condition, secret, ...(transform && { transform }) }
      for await (const update of client.webhooks.listen(input, { signal })) {
        yield update.event === 'gap' ? update.data : ofListening(update.data)
      }
    },
  }
}

/** @throws CliError */
function readTarget(
  { flags, profile }: CommandContext,
  input: CommandInput,
  signal: AbortSignal,
): ForwardTarget | undefined {
  const address = input.text('forward')
  const headers = Object.fromEntries(input.texts('header').map(readHeader))
  if (address === undefined) return undefined
  const url = readForwardUrl(address, { isRemoteAllowed: input.isSet('allowRemote'), server: profile().url })
  return { url, headers, timeoutMs: flags.timeoutMs, signal }
}

/** Says what is listened to; the secret of this run is a part of the result. */
function begin(
  { terminal, profile }: CommandContext,
  { name, secret }: ListenSource,
  target: ForwardTarget | undefined,
) {
  if (terminal.isJson && secret !== undefined) terminal.print(JSON.stringify({ secret }))
  if (!terminal.isJson && secret !== undefined) terminal.print(`Secret of this run: ${secret}`)
  const way = target === undefined ? '' : `, forwarding to ${target.url.href}`
  terminal.note(visible(`Listening to ${name} at ${profile().url}${way}`))
}
