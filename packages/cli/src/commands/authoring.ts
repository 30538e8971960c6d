import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { SluiceClient } from '@sluice/sdk'
import { CliError, EXIT, type ExitCode, usageError } from '../cli-error.ts'
import { printJson } from '../json-values.ts'
import { visible } from '../output/terminal.ts'
import type { CommandSpec } from '../program/command.ts'
import type { CommandContext } from '../program/context.ts'
import { readTextFile } from '../read-input.ts'

const FORMS = ['json', 'html', 'text'] as const

const template: CommandSpec = {
  name: 'template',
  parameters: '<file>',
  summary: 'Render a template by an event that is kept; exit 1 when it gives no valid JSON',
  examples: ['sluice template new-route.template.json --event 01a20723-e885-7337-b942-67e055edc8cb'],
  options: [
    { flags: '--event <id>', text: 'by which event' },
    { flags: '--as <form>', text: 'json (the default), html or text', choices: FORMS },
  ],
  async run({ terminal, signal, client }, input): Promise<ExitCode> {
    const as = FORMS.find(form => form === input.text('as')) ?? 'json'
    const body = { template: await readTextFile(input.argument(0)), as, event: input.requiredText('event') }
    const shown = await (await client()).webhooks.templates.preview(body, { signal })
    if (terminal.isJson) terminal.printDocument(shown)
    else terminal.print(shown.output.split('\n').map(visible).join('\n'))
    return as === 'json' && !shown.validJson ? EXIT.failed : EXIT.done
  },
}

type ShownRecording = Awaited<ReturnType<SluiceClient['webhooks']['recordings']['get']>>

/** How long the server records. */
const MOST_SECONDS = 60
const PLACEHOLDER_URL = 'https://hooks.example.com/'

const record: CommandSpec = {
  name: 'record',
  summary: 'Record what happens, and print webhooks that could be made from it, or write their files',
  examples: ['sluice record --seconds 20', 'sluice record --out sluice/webhooks'],
  options: [
    { flags: '--seconds <n>', text: `how long it is waited, ${MOST_SECONDS} at most and without it` },
    { flags: '--out <folder>', text: 'write each as a file of this folder, disabled, over none that is there' },
  ],
  async run(context, input): Promise<ExitCode> {
    const seconds = input.wholeNumber('seconds', 1) ?? MOST_SECONDS
    if (seconds > MOST_SECONDS) throw usageError(`--seconds has to be ${MOST_SECONDS} at most.`)
    const { terminal, signal } = context
    const { recordings } = (await context.client()).webhooks
    const { _id } = await recordings.start({ signal })
    terminal.note(`Recording for ${seconds} s: make the requests that a webhook shall tell of.`)
    await delay(seconds * 1_000, undefined, { signal })
    const recording = await recordings.get(_id, { signal })
    const webhooks = recording.suggestions.map(webhookOf)
    const folder = input.text('out')
    if (terminal.isJson) terminal.printDocument({ total: recording.total, webhooks })
    else tell(context, recording)
    if (folder !== undefined) writeWebhooks(context, folder, webhooks)
    return EXIT.done
  },
}

type Suggestion = ShownRecording['suggestions'][number]

/** A suggestion as a file of definitions, disabled, with an address to be filled in. */
const webhookOf = ({ condition }: Suggestion, at: number) => ({
  _id: `recorded-${at + 1}`,
  name: `Recorded ${at + 1}`,
  type: 'http',
  enabled: false,
  condition,
  url: PLACEHOLDER_URL,
})

type RecordedWebhook = ReturnType<typeof webhookOf>

function tell({ terminal }: CommandContext, { total, suggestions }: ShownRecording): void {
  terminal.note(`${total} exchanges, ${suggestions.length} suggestions.`)
  for (const [at, { condition, events, variables }] of suggestions.entries()) {
    terminal.print(visible(`${at + 1}  ${events} ×  ${condition}`))
    if (variables.length > 0) terminal.print(visible(`   template: ${variables.map(name => `{{${name}}}`).join(' ')}`))
  }
}

/** Writes all files, or none where one is there already. @throws CliError */
function writeWebhooks({ directory, terminal }: CommandContext, folder: string, webhooks: readonly RecordedWebhook[]) {
  const files = webhooks.map(webhook => ({ webhook, file: join(folder, `${webhook._id}.json`) }))
  const taken = files.find(({ file }) => existsSync(resolve(directory, file)))
  if (taken !== undefined) throw notWritten(`${taken.file} is there already, so nothing was written.`)
  for (const { webhook, file } of files) {
    try {
      mkdirSync(resolve(directory, folder), { recursive: true })
      writeFileSync(resolve(directory, file), printJson(webhook), { flag: 'wx' })
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
      throw notWritten(`${file} can't be written (${code}).`)
    }
    terminal.note(`Written: ${file}. Give it a name, a url, and "enabled": true.`)
  }
}

const notWritten = (message: string): CliError =>
  new CliError(message, { exitCode: EXIT.failed, advice: ['Move it away, or name another folder: --out'] })

export const AUTHORING_COMMANDS: readonly CommandSpec[] = [template, record]
