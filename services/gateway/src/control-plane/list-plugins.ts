import { pluginId } from '@sluice/contracts'
import { type Operation, ok } from '@sluice/service-kit'
import { z } from 'zod'
import type { LiveSwitches } from '../sign-in/live-switches.ts'

export const pluginAnswer = z.object({
  id: pluginId,
  state: z.enum(['uninstalled', 'installed', 'disabled', 'enabled']),
})

/** `GET /plugins`: the owner's switches. */
export const listPlugins = ({ switches }: { switches: LiveSwitches }): Operation => ({
  summary: 'Lists the plugins with their states',
  answers: { 200: z.array(pluginAnswer) },
  handle: async () => ok(pluginId.options.map(id => ({ id, state: switches.plugin(id) }))),
})
