import { describe, expect, it } from '@jest/globals'
import { compilePermissions } from '@sluice/access'
import type { PluginId } from '@sluice/contracts'
import { readBounds } from '../domain/mcp-bounds.ts'
import { listedTools } from '../tools/catalogue.ts'
import { createCallerViews, type ToolCaller } from './caller-view.ts'

const aclOf = (predicate: string) => compilePermissions([{ _id: 'p', roles: ['reader'], predicate, priority: 1 }]).acl

/** What views are made of, and may be changed under them. */
function openWorld() {
  const state = {
    acl: aclOf("path-prefix('/boats')"),
    names: ['boats'],
    apps: [],
    plugins: new Set<PluginId>(['webhooks']),
  }
  const views = createCallerViews({
    acl: () => state.acl,
    collectionNames: { list: async () => state.names, forget() {} },
    apps: () => state.apps,
    isPluginOn: plugin => state.plugins.has(plugin),
  })
  const open = (caller: ToolCaller = callerOf('ann'), policy = {}, query = {}) => {
    const read = readBounds(policy, query)
    if (read.kind === 'refuse') throw new RangeError(read.detail)
    return views.open({ caller, bounds: read.bounds, tiering: { tier: 'shared', db: 'sluice' } })
  }
  const names = async (...given: Parameters<typeof open>) => listedTools(await open(...given)).map(({ name }) => name)
  return { state, open, names }
}

const callerOf = (id: string, roles = ['reader'], user = {}): ToolCaller => ({
  principal: { id, roles, isRoot: false },
  user: { _id: id, ...user },
})

describe('the view of a caller', () => {
  it('is the same object for the same caller as long as nothing has changed', async () => {
    const { open } = openWorld()
    expect(await open()).toBe(await open(callerOf('ann')))
  })

  const others: readonly (readonly [string, Parameters<ReturnType<typeof openWorld>['open']>])[] = [
    ['another user', [callerOf('bob'), {}, {}]],
    ['the same user with other roles', [callerOf('ann', ['guest']), {}, {}]],
    ['the same user with other data', [callerOf('ann', ['reader'], { team: 'red' }), {}, {}]],
    ['the same user with data of another type', [callerOf('ann', ['reader'], { team: new Date(0) }), {}, {}]],
    ['the same user at another address', [{ ...callerOf('ann'), clientAddress: '192.0.2.1' }, {}, {}]],
    ['another permission on /mcp', [callerOf('ann'), { write: true }, {}]],
    ['a narrower address of /mcp', [callerOf('ann'), {}, { tools: 'whoami' }]],
  ]
  it.each(others)('is never that of %s', async (_, other) => {
    const { open } = openWorld()
    expect(await open(...other)).not.toBe(await open())
  })

  it('shows each change of permissions, collections and plugins at once', async () => {
    const { state, names } = openWorld()
    expect(await names()).toContain('find_documents')
    state.acl = aclOf("path-prefix('/webhooks')")
    expect(await names()).toEqual(expect.arrayContaining(['list_webhooks']))
    expect(await names()).not.toContain('find_documents')
    state.plugins.delete('webhooks')
    expect(await names()).not.toContain('list_webhooks')
    state.acl = aclOf("path-prefix('/ships')")
    expect(await names()).not.toContain('find_documents')
    state.names = ['boats', 'ships']
    expect(await names()).toContain('find_documents')
  })

  it('takes whatever a user may hold', async () => {
    const { open } = openWorld()
    const odd = { big: 12n ** 20n, at: new Date(0), nothing: undefined, deep: { list: [null, Number.NaN] } }
    await expect(open(callerOf('ann', ['reader'], odd))).resolves.toBeDefined()
  })
})
