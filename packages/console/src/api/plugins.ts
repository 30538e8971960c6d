import { sluice } from '../session/send-signed-in.ts'
import { replyValue } from './call.ts'

export type PluginName = 'api-keys' | 'webhooks'
export type PluginStatus = { id: PluginName; state: 'uninstalled' | 'installed' | 'disabled' | 'enabled' }
export type PluginMove = 'install' | 'enable' | 'disable' | 'uninstall'

const { raw } = sluice

export const pluginsApi = {
  list: (): Promise<PluginStatus[]> => replyValue(raw.GET('/plugins')),
  move: (id: PluginName, step: PluginMove): Promise<PluginStatus> =>
    replyValue(raw.POST('/plugins/{id}/{step}', { params: { path: { id, step } } })),
}
