type PluginId = 'api-keys' | 'webhooks'
type PluginState = 'uninstalled' | 'installed' | 'disabled' | 'enabled'
type PluginStep = 'install' | 'enable' | 'disable' | 'uninstall'

/** Lists what the owner can do to a plugin in a state. A step that changes nothing is not offered. */
const MOVES: Readonly<Record<PluginId, Readonly<Record<PluginState, readonly PluginStep[]>>>> = {
  'api-keys': {
    uninstalled: ['install'],
    installed: ['enable', 'uninstall'],
    disabled: ['enable', 'uninstall'],
    enabled: ['disable', 'uninstall'],
  },
  webhooks: { uninstalled: [], installed: [], disabled: ['enable'], enabled: ['disable'] },
}

export const movesOf = (id: PluginId, state: PluginState): readonly PluginStep[] => MOVES[id][state]
