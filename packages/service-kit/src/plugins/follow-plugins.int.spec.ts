import { afterEach, beforeEach, expect, it } from '@jest/globals'
import type { PluginId } from '@sluice/contracts'
import type { Document, Store } from '@sluice/store'
import { openTestPlatform, type TestPlatform } from '@sluice/testkit'
import { describeOnStores } from '@sluice/testkit/stores'
import { createLogger } from '../telemetry/logger.ts'
import { followPlugins } from './follow-plugins.ts'

await describeOnStores('the states of plugins', openStore => {
  let platform: TestPlatform
  let lines: string[]
  beforeEach(async () => {
    const store = await openStore()
    platform = await openTestPlatform(store ? { store } : {})
    lines = []
  })
  afterEach(() => platform.close())

  const follow = (store = platform.store) => {
    const destination = { write: (line: string) => void lines.push(line) }
    return followPlugins({ ...platform, store, logger: createLogger({ service: 'test', level: 'debug', destination }) })
  }
  const logged = () => lines.map(line => JSON.parse(line))

  /** Records what is stored of a plugin; undefined: nothing any more. */
  const put = (id: string, document: Document | undefined) =>
    platform.changes.record('plugins', id, async transaction => {
      const plugins = transaction.collection({ db: platform.db, collection: 'plugins' })
      await plugins.deleteOne({ _id: id })
      if (document) await plugins.insertOne({ _id: id, ...document })
    })

  it('are the initial ones where nothing is stored, at first and again', async () => {
    const plugins = await follow()
    const both = () => [plugins.stateOf('api-keys'), plugins.stateOf('webhooks')]
    expect(both()).toEqual(['uninstalled', 'disabled'])
    await put('api-keys', { state: 'enabled' })
    await put('webhooks', { state: 'enabled' })
    expect(both()).toEqual(['enabled', 'enabled'])
    await put('api-keys', undefined)
    await put('webhooks', undefined)
    expect(both()).toEqual(['uninstalled', 'disabled'])
    expect(lines).toEqual([])
  })

  it('are what is stored when they are followed, and after each change once it is recorded', async () => {
    await put('api-keys', { state: 'installed' })
    const plugins = await follow()
    const seen = [plugins.stateOf('api-keys')]
    for (const state of ['enabled', 'disabled', 'uninstalled']) {
      await put('api-keys', { state })
      seen.push(plugins.stateOf('api-keys'))
    }
    expect(seen).toEqual(['installed', 'enabled', 'disabled', 'uninstalled'])
    expect(plugins.stateOf('webhooks')).toBe('disabled')
  })

  it.each<PluginId>(['api-keys', 'webhooks'])(
    'of which %s can not be read is disabled, at the start and later, and says which field is wrong without its text',
    async plugin => {
      await put(plugin, { state: 'a secret' })
      const plugins = await follow()
      expect([plugins.stateOf(plugin), plugins.isEnabled(plugin)]).toEqual(['disabled', false])
      await put(plugin, { state: 'enabled' })
      expect(plugins.isEnabled(plugin)).toBe(true)
      await put(plugin, { status: 'enabled' })
      expect(plugins.stateOf(plugin)).toBe('disabled')
      const line = { level: 50, msg: 'plugin.unreadable', plugin, fields: ['state'] }
      expect(logged()).toMatchObject([line, line])
      expect(lines.join('')).not.toContain('a secret')
    },
  )

  it('are told of each other by name: one that this version does not know is passed over', async () => {
    await put('of-the-next-version', { state: 'paused' })
    const plugins = await follow()
    await put('of-the-next-version', undefined)
    await put('of-the-next-version', { state: 'paused' })
    expect([plugins.stateOf('api-keys'), plugins.stateOf('webhooks')]).toEqual(['uninstalled', 'disabled'])
    expect(lines).toEqual([])
  })

  it('are read linearizable, at the start and at each change', async () => {
    const asked: unknown[] = []
    const store: Store = {
      ...platform.store,
      collection(namespace) {
        const collection = platform.store.collection(namespace)
        const findOne: typeof collection.findOne = (filter, options) => {
          asked.push({ filter, options })
          return collection.findOne(filter, options)
        }
        return { ...collection, findOne }
      },
    }
    const read = (_id: PluginId) => ({ filter: { _id }, options: { linearizable: true } })
    await follow(store)
    await put('webhooks', { state: 'enabled' })
    expect(asked).toEqual([read('api-keys'), read('webhooks'), read('webhooks')])
  })
})
