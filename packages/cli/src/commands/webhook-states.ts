import type { SluiceClient } from '@sluice/sdk'
import { instantText, printJson } from '../json-values.ts'
import { visible } from '../output/terminal.ts'
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
    if (webhook.autoDisabled) terminal.note(selfDisabledNote(webhook.autoDisabled))
  },
}

type ShownWebhook = Awaited<ReturnType<SluiceClient['webhooks']['get']>>['webhook']

const selfDisabledNote = ({ at, since, failures }: NonNullable<ShownWebhook['autoDisabled']>): string =>
  `It switched itself off at ${instantText(at)}: ${failures} failed since ${instantText(since)}, and none had success.`

const missedNote = (id: string): string =>
  `What it missed while it was off can be delivered: sluice webhooks redeliver ${id} --status skipped`

const webhookSwitch = (word: 'enable' | 'disable', summary: string): CommandSpec =>
  switchCommand({
    group: 'webhooks',
    noun: 'Webhook',
    example: 'new-route',
    word,
    summary,
    async change({ client, signal, terminal }, id, enabled) {
      const { webhooks } = await client()
      const { webhook, etag } = await webhooks.get(id, { signal })
      await webhooks.patch(id, { enabled }, { signal, ifMatch: etag })
      if (enabled && webhook.autoDisabled) terminal.note(visible(missedNote(id)))
    },
  })

export const WEBHOOK_STATE_COMMANDS: readonly CommandSpec[] = [
  get,
  webhookSwitch('enable', 'Have a webhook deliver from now on'),
  webhookSwitch('disable', 'Have a webhook deliver no more; it stays as it is'),
]
