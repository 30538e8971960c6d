import { CliError, EXIT, type ExitCode, usageError } from '../cli-error.ts'
import { printJson } from '../json-values.ts'
import { wantTyped } from '../output/prompt.ts'
import { visible } from '../output/terminal.ts'
import type { CommandInput, CommandSpec } from '../program/command.ts'
import type { CommandContext } from '../program/context.ts'
import { secondsOf } from '../seconds.ts'

const log: CommandSpec = {
  name: 'webhooks log',
  parameters: '<id> <entry>',
  summary: 'Print one entry of the log of a webhook: what was sent, what came back, and why',
  examples: ['sluice webhooks log new-route 01a20723-e885-7337-b942-67e055edc8cb'],
  async run({ terminal, signal, client }, input) {
    const { webhooks } = await client()
    terminal.write(printJson(await webhooks.log(input.argument(0), input.argument(1), { signal })))
  },
}

const REPEATABLE = ['failed', 'success', 'skipped'] as const

const redeliver: CommandSpec = {
  name: 'webhooks redeliver',
  parameters: '<id> [entry]',
  summary: 'Deliver one entry of the log again, or all that the options find',
  examples: [
    'sluice webhooks redeliver new-route 01a20723-e885-7337-b942-67e055edc8cb',
    'sluice webhooks redeliver new-route --status failed --since 1d --dry-run',
    'sluice webhooks redeliver new-route --status skipped',
  ],
  options: [
    {
      flags: '--status <status>',
      text: 'of many: failed, success, or skipped as the webhook was switched off',
      choices: REPEATABLE,
    },
    { flags: '--since <time>', text: 'of many: of the last 90s, 10m, 1h, 2d' },
    { flags: '--from <time>', text: 'of many: from this time on, like 2026-11-26T09:00:00Z' },
    { flags: '--to <time>', text: 'of many: until this time' },
    { flags: '-t, --text <text>', text: 'of many: with this text in the summary' },
    { flags: '--again', text: 'render the body anew, by the template of now' },
    { flags: '--dry-run', text: 'of many: only count them' },
  ],
  async run(context, input): Promise<ExitCode> {
    const entry = input.optionalArgument(1)
    const filters = filtersOf(input)
    const isAboutMany = Object.keys(filters).length > 0
    if (isAboutMany === (entry !== undefined))
      throw usageError('Name one entry, or say which ones: --status, --since, --from, --to, --text.')
    return entry === undefined ? redeliverMany(context, input, filters) : redeliverOne(context, input, entry)
  },
}

const renderOf = (input: CommandInput) => ({ ...(input.isSet('again') && { render: 'again' as const }) })

function filtersOf(input: CommandInput) {
  const status = REPEATABLE.find(one => one === input.text('status'))
  const since = input.text('since')
  if (since !== undefined && input.text('from') !== undefined) throw usageError('Give --since or --from, not both.')
  const from = since === undefined ? instantOf(input, 'from') : new Date(Date.now() - secondsOf(since) * 1_000)
  const to = instantOf(input, 'to')
  const text = input.text('text')
  return {
    ...(status !== undefined && { status }),
    ...(from !== undefined && { from: from.toISOString() }),
    ...(to !== undefined && { to: to.toISOString() }),
    ...(text !== undefined && { q: text }),
  }
}

/** @throws CliError where it is no time */
function instantOf(input: CommandInput, name: 'from' | 'to'): Date | undefined {
  const text = input.text(name)
  if (text === undefined) return undefined
  const instant = new Date(text)
  if (Number.isNaN(instant.getTime())) throw usageError(`--${name} has to be a time like 2026-11-26T09:00:00Z.`)
  return instant
}

async function redeliverOne(context: CommandContext, input: CommandInput, entry: string): Promise<ExitCode> {
  const { terminal, signal } = context
  const { webhooks } = await context.client()
  const made = await webhooks.redeliver(input.argument(0), entry, { ...renderOf(input), signal })
  if (terminal.isJson) terminal.printDocument(made)
  else terminal.print(visible(`${made._id} ${made.status}`))
  return EXIT.done
}

async function redeliverMany(
  context: CommandContext,
  input: CommandInput,
  filters: ReturnType<typeof filtersOf>,
): Promise<ExitCode> {
  const { terminal, signal, flags } = context
  const { webhooks } = await context.client()
  const id = input.argument(0)
  const wanted = { ...filters, ...renderOf(input) }
  const trial = await lastOf(webhooks.redeliverAll(id, { ...wanted, dryRun: true }, { signal }))
  const isTrial = input.isSet('dryRun') || trial.matched === 0
  if (!isTrial && !flags.isAgreed) {
    const question = `This delivers ${trial.matched} entries again. Type the number to go on: `
    const isMeant = await wantTyped(terminal, { question, answer: String(trial.matched), flag: '--yes' })
    if (!isMeant) throw new CliError('Nothing was delivered.', { exitCode: EXIT.usage })
  }
  const result = isTrial ? trial : await lastOf(webhooks.redeliverAll(id, wanted, { signal }))
  if (terminal.isJson) terminal.printDocument(result)
  else {
    terminal.print(`${result.redelivered} of ${result.matched} delivered again, ${result.refused} refused`)
    if (result.more) terminal.note('There are more: run the same command again.')
  }
  return result.refused > 0 ? EXIT.failed : EXIT.done
}

type RedeliverySum = { matched: number; redelivered: number; refused: number; more: boolean }

/** What all requests together came to. */
async function lastOf(sums: AsyncIterable<RedeliverySum>): Promise<RedeliverySum> {
  let last: RedeliverySum = { matched: 0, redelivered: 0, refused: 0, more: false }
  for await (last of sums);
  return last
}

export const REDELIVERY_COMMANDS: readonly CommandSpec[] = [log, redeliver]
