import { type PluginId, type PluginState, type Refusal, refuse } from '@sluice/contracts'

export const pluginSteps = ['install', 'enable', 'disable', 'uninstall'] as const
export type PluginStep = (typeof pluginSteps)[number]

type PluginSteps = Readonly<Partial<Record<PluginStep, Readonly<Partial<Record<PluginState, PluginState>>>>>>

/** For each step: from which state to which. A state that stands for itself is a repeated step. */
const transitions: Readonly<Record<PluginId, PluginSteps>> = {
  'api-keys': {
    install: { uninstalled: 'installed', installed: 'installed' },
    enable: { installed: 'enabled', disabled: 'enabled', enabled: 'enabled' },
    disable: { enabled: 'disabled', disabled: 'disabled', installed: 'installed' },
    uninstall: {
      installed: 'uninstalled',
      enabled: 'uninstalled',
      disabled: 'uninstalled',
      uninstalled: 'uninstalled',
    },
  },
  webhooks: {
    enable: { disabled: 'enabled', enabled: 'enabled' },
    disable: { enabled: 'disabled', disabled: 'disabled' },
  },
}

/** Says what a step of the owner makes of a plugin. Nothing is ever deleted by one. */
export function takePluginStep(
  plugin: PluginId,
  step: PluginStep,
  state: PluginState,
): { kind: 'moved'; state: PluginState } | Refusal {
  const next = transitions[plugin][step]?.[state]
  if (next) return { kind: 'moved', state: next }
  const possible = pluginSteps.filter(name => transitions[plugin][name]?.[state])
  return refuse('CONFLICT', `The plugin ${plugin} is ${state}: it can not "${step}". Possible: ${possible.join(', ')}.`)
}
