import { setTimeout as wait } from 'node:timers/promises'
import { eventually } from '@sluice/testkit'
import type { AskAsOwner } from '../cluster/owner-client.ts'
import { createWebhook } from '../experiment/create-webhook.ts'
import type { Switch } from '../oracle/judges/judge-switches.ts'

/** Webhooks of a row, all about the same requests, which are switched off and on. */
export type Switchboard = {
  webhookIds: readonly string[]
  /** All that was done so far. */
  switches: readonly Switch[]
  /**
   * Makes a webhook, switches one off or one on, each second in turn, and beside that the plugin. What is off stays so for
   * longer than a gateway may be behind, so that nothing that is skipped later can be of a stamp from before.
   */
  switchFor(seconds: number, behindMs: number): Promise<void>
}

export const SWITCHED_PATH = '/switched'
const CONDITION = `path('${SWITCHED_PATH}') and method('POST')`
/** Every other one is off at first. */
const SWITCHED = 8
const MOST_MADE = 8
const TICK_MS = 1_000
/** Beyond what a gateway may be behind. */
const MARGIN_MS = 1_500
const PLUGIN_ON_MS = 4_000
const DONE_WITHIN_MS = 15_000
/** A webhook that fails is asked for often enough to outlast the row. */
const RETRY = { attempts: 10, schedule: [1] }

export async function openSwitchboard(owner: AskAsOwner, url: string): Promise<Switchboard> {
  const webhookIds: string[] = []
  const switches: Switch[] = []
  const isOn = new Map<string, boolean>()
  const note = async (change: Pick<Switch, 'webhookId' | 'isOn'>, work: () => Promise<unknown>) => {
    const made: Switch = { ...change, sentAt: Date.now(), answeredAt: undefined }
    switches.push(made)
    // A dispatcher that does not know yet that the plugin is on refuses it. What is never answered, was done or not.
    const isDone = () => work().then(() => true)
    if (await eventually(isDone, { timeoutMs: DONE_WITHIN_MS }).catch(() => false)) made.answeredAt = Date.now()
  }
  const make = async (isEnabled: boolean) => {
    const sentAt = Date.now()
    const name = `switched ${webhookIds.length}`
    const id = await createWebhook(owner, { name, condition: CONDITION, url, retry: RETRY, enabled: isEnabled })
    webhookIds.push(id)
    if (isEnabled) switches.push({ webhookId: id, isOn: true, sentAt, answeredAt: Date.now() })
    return id
  }
  const turn = async (id: string, enabled: boolean) => {
    await note({ webhookId: id, isOn: enabled }, () => owner('PATCH', `/webhooks/${id}`, { enabled }))
    // The one that was turned last comes last again.
    isOn.delete(id)
    isOn.set(id, enabled)
  }
  const turnLongest = async (enabled: boolean, atLeastMs: number) => {
    const [id] = [...isOn].find(([, was]) => was !== enabled) ?? []
    const since = switches.findLast(one => one.webhookId === id)?.sentAt ?? 0
    if (id !== undefined && Date.now() - since >= atLeastMs) await turn(id, enabled)
  }
  for (let number = 0; number < SWITCHED; number += 1) isOn.set(await make(number % 2 === 0), number % 2 === 0)

  const isPluginOn = () => switches.findLast(({ webhookId }) => webhookId === undefined)?.isOn !== false

  async function switchWebhooks(end: number, behindMs: number): Promise<void> {
    for (let tick = 0; performance.now() < end; tick += 1) {
      const isOver = wait(TICK_MS)
      if (!isPluginOn()) await isOver
      // Where the answer is lost, nobody knows of it.
      else if (tick % 3 === 0) await (webhookIds.length < SWITCHED + MOST_MADE ? make(true).catch(() => '') : undefined)
      else await turnLongest(tick % 3 === 1, tick % 3 === 1 ? behindMs + MARGIN_MS : 0)
      await isOver
    }
  }

  async function switchPlugin(end: number, behindMs: number): Promise<void> {
    const switchTo = (to: boolean) =>
      note({ webhookId: undefined, isOn: to }, () => owner('POST', `/plugins/webhooks/${to ? 'enable' : 'disable'}`))
    while (performance.now() < end) {
      await wait(PLUGIN_ON_MS)
      await switchTo(false)
      await wait(behindMs + MARGIN_MS)
      await switchTo(true)
    }
    // So long that what is sent now has to be matched everywhere.
    await wait(PLUGIN_ON_MS)
  }

  return {
    webhookIds,
    switches,
    async switchFor(seconds, behindMs) {
      const end = performance.now() + 1000 * seconds
      await Promise.all([switchWebhooks(end, behindMs), switchPlugin(end, behindMs)])
    },
  }
}
