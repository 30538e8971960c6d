import { callFor } from './call.ts'

export type PluginName = 'api-keys' | 'webhooks'
export type PluginStatus = { id: PluginName; state: 'uninstalled' | 'installed' | 'disabled' | 'enabled' }
export type PluginMove = 'install' | 'enable' | 'disable' | 'uninstall'

export const pluginsApi = {
  list: () => callFor<PluginStatus[]>({ method: 'GET', path: '/plugins' }),
  move: (id: PluginName, step: PluginMove) => callFor<PluginStatus>({ method: 'POST', path: `/plugins/${id}/${step}` }),
}
