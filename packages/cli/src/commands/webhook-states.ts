import { printJson } from '../json-values.ts'
import { visible } from '../output/terminal.ts'
import type { CommandSpec } from '../program/command.ts'

const get: CommandSpec = {
  name: 'webhooks get',
  parameters: '<id>',
  summary: 'Print a webhook as it is stored, values of headers masked',
  examples: ['sluice webhooks get new-route'],
  async run({ terminal, signal, client }, input) {
    const { webhook } = await (await client()).webhooks.get(input.argument(0), { signal })
    terminal.write(printJson(webhook))
  },
}

/** The two commands that say whether a webhook delivers. */
const switchCommand = (word: 'enable' | 'disable', summary: string): CommandSpec => ({
  name: `webhooks ${word}`,
  parameters: '<id>',
  summary,
  examples: [`sluice webhooks ${word} new-route`],
  async run({ terminal, signal, client }, input) {
    const { webhooks } = await client()
    const id = input.argument(0)
    const { etag } = await webhooks.get(id, { signal })
    await webhooks.patch(id, { enabled: word === 'enable' }, { signal, ifMatch: etag })
    if (terminal.isJson) terminal.printDocument({ id, enabled: word === 'enable' })
    else terminal.note(visible(`Webhook ${id} is ${word}d.`))
  },
})

export const WEBHOOK_STATE_COMMANDS: readonly CommandSpec[] = [
  get,
  switchCommand('enable', 'Have a webhook deliver from now on'),
  switchCommand('disable', 'Have a webhook deliver no more; it stays as it is'),
]
