import { z } from 'zod'

/** The two features that the owner enables and disables. */
export const pluginId = z.enum(['api-keys', 'webhooks'])
export type PluginId = z.infer<typeof pluginId>

const pluginState = z.enum(['uninstalled', 'installed', 'disabled', 'enabled'])
export type PluginState = z.infer<typeof pluginState>

export const pluginRecord = z.object({ _id: pluginId, state: pluginState })
