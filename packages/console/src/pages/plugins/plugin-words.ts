import type { PluginMove, PluginName } from '../../api/plugins.ts'

type PluginWording = {
  name: string
  /** The words say what the plugin does while it is on. */
  does: string
  stops: Readonly<Record<'disable' | 'uninstall', string>>
  buttons: Readonly<Record<PluginMove, string>>
}

export const PLUGIN_WORDS: Readonly<Record<PluginName, PluginWording>> = {
  'api-keys': {
    name: 'API keys',
    does: 'Users issue long-lived keys for their scripts, within what permissions allow. Keys can be listed and revoked while it is off, too.',
    stops: {
      disable:
        'Every API key stops working within a second, and none can be issued. The keys stay stored: they work again when the plugin is enabled.',
      uninstall:
        'Every API key stops working within a second, and none can be issued. The keys stay stored: they work again when the plugin is installed and enabled.',
    },
    buttons: { install: 'Install', enable: 'Enable', disable: 'Disable', uninstall: 'Uninstall' },
  },
  webhooks: {
    name: 'Webhooks',
    does: 'Every exchange is judged by the conditions of webhooks; a match calls another program.',
    stops: {
      disable:
        'No exchange is judged by webhooks any more, and nothing is sent. Webhooks and their logs stay stored. What happens meanwhile is not delivered later.',
      uninstall: '',
    },
    buttons: { install: 'Install', enable: 'Enable Webhooks', disable: 'Disable Webhooks', uninstall: 'Uninstall' },
  },
}

export const STEP_DONE: Readonly<Record<PluginMove, string>> = {
  install: 'installed',
  enable: 'enabled',
  disable: 'disabled',
  uninstall: 'uninstalled',
}
