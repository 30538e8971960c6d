import { printJson } from '../json-values.ts'
import type { CommandSpec } from '../program/command.ts'
import { switchCommand } from './switch-command.ts'

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

const webhookSwitch = (word: 'enable' | 'disable', summary: string): CommandSpec =>
  switchCommand({
    group: 'webhooks',
    noun: 'Webhook',
    example: 'new-route',
    word,
    summary,
    async change({ client, signal }, id, enabled) {
      const { webhooks } = await client()
      const { etag } = await webhooks.get(id, { signal })
      await webhooks.patch(id, { enabled }, { signal, ifMatch: etag })
    },
  })

export const WEBHOOK_STATE_COMMANDS: readonly CommandSpec[] = [
  get,
  webhookSwitch('enable', 'Have a webhook deliver from now on'),
  webhookSwitch('disable', 'Have a webhook deliver no more; it stays as it is'),
]
