import { describe, expect, it } from '@jest/globals'
import type { PluginId, PluginState } from '@sluice/contracts'
import { readPluginState } from '@sluice/service-kit'
import { type PluginStep, pluginSteps, takePluginStep } from './plugin-step.ts'

const walk = (plugin: PluginId, steps: readonly PluginStep[]): PluginState =>
  steps.reduce<PluginState>(
    (state, step) => {
      const taken = takePluginStep(plugin, step, state)
      return taken.kind === 'moved' ? taken.state : state
    },
    readPluginState(plugin, undefined),
  )

describe('the steps of the owner', () => {
  it('take keys from uninstalled over installed to enabled and back', () => {
    expect(walk('api-keys', [])).toBe('uninstalled')
    expect(walk('api-keys', ['install'])).toBe('installed')
    expect(walk('api-keys', ['install', 'enable'])).toBe('enabled')
    expect(walk('api-keys', ['install', 'enable', 'disable'])).toBe('disabled')
    expect(walk('api-keys', ['install', 'enable', 'disable', 'enable'])).toBe('enabled')
    expect(walk('api-keys', ['install', 'enable', 'disable', 'uninstall'])).toBe('uninstalled')
    expect(walk('api-keys', ['install', 'enable', 'uninstall'])).toBe('uninstalled')
  })

  it('take webhooks from disabled to enabled and back', () => {
    expect(walk('webhooks', [])).toBe('disabled')
    expect(walk('webhooks', ['enable'])).toBe('enabled')
    expect(walk('webhooks', ['enable', 'disable'])).toBe('disabled')
  })

  it('change nothing when a step is repeated', () => {
    for (const plugin of ['api-keys', 'webhooks'] as const) {
      for (const steps of [
        ['install'],
        ['install', 'enable'],
        ['install', 'enable', 'disable'],
        ['enable'],
        ['uninstall'],
      ] as const) {
        expect(walk(plugin, [...steps, ...steps.slice(-1)])).toBe(walk(plugin, steps))
      }
    }
  })

  it('refuse what is impossible and name what is possible', () => {
    expect(takePluginStep('api-keys', 'enable', 'uninstalled')).toMatchObject({ kind: 'refuse', code: 'CONFLICT' })
    expect(takePluginStep('webhooks', 'install', 'disabled')).toMatchObject({ kind: 'refuse', code: 'CONFLICT' })
    const refusal = takePluginStep('api-keys', 'enable', 'uninstalled')
    expect(refusal).toMatchObject({ detail: expect.stringContaining('install') })
    expect(pluginSteps).toHaveLength(4)
  })
})
