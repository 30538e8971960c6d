import { pluginId } from '@sluice/contracts'
import { type Operation, ok, type Plugins } from '@sluice/service-kit'
import { z } from 'zod'

export const pluginAnswer = z
  .object({
    id: pluginId,
    state: z.enum(['uninstalled', 'installed', 'disabled', 'enabled']),
  })
  .meta({ id: 'Plugin', examples: [{ id: 'webhooks', state: 'enabled' }] })

/** `GET /plugins`: the plugins and their states. */
export const listPlugins = ({ plugins }: { plugins: Plugins }): Operation => ({
  id: 'listPlugins',
  tag: 'plugins',
  summary: 'Lists the plugins with their states',
  answers: { 200: z.array(pluginAnswer) },
  handle: async () => ok(pluginId.options.map(id => ({ id, state: plugins.stateOf(id) }))),
})
