import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { errorHelp } from '@sluice/contracts'
import { eventually } from '@sluice/testkit'
import type { SluiceTarget } from '../target.ts'
import {
  createKeyWorld,
  GATEWAYS,
  type KeyIssuer,
  type KeyRecord,
  type Person,
  type ScenarioKey,
  WELL_WITHIN_MS,
  withoutUse,
} from './key-world.ts'

/** What is done to the plugin, from enabled on. */
type PluginAction = 'install' | 'enable' | 'disable' | 'uninstall'

/** The sentences of the specification about the plugin: 3, 5.4 and 7, at every gateway. */
export function describeKeyPlugin(target: () => SluiceTarget): void {
  describe('the plugin of keys', () => {
    const world = createKeyWorld(target, 'key-plugin')
    const role = world.unique('role-of-the-key')
    let ada: KeyIssuer
    let withoutBlock: Person
    let key: ScenarioKey
    let path: string

    const take = (...steps: readonly PluginAction[]) =>
      steps.reduce(
        (before, step) => before.then(() => world.owner().text('POST', `/plugins/api-keys/${step}`)),
        Promise.resolve(''),
      )
    const everywhere = async (what: string, check: (index: 0 | 1) => Promise<void>) => {
      for (const index of GATEWAYS) {
        await eventually(() => check(index), { timeoutMs: WELL_WITHIN_MS, what: `${what}, at gateway ${index}` })
      }
    }
    const isIn = (state: string) =>
      everywhere(`the plugin is ${state}`, async index => {
        const plugins = await world.owner(index).json('GET', '/plugins')
        expect(plugins).toContainEqual({ id: 'api-keys', state })
      })
    const ask = (person: Person, index: 0 | 1) => person.at(index).answer('POST', '/keys', { name: 'script' })
    const issuesNothing = () =>
      everywhere('nothing is issued', async index => {
        for (const person of [ada, withoutBlock]) {
          expect(await ask(person, index)).toMatchObject({ status: 403, json: { code: 'KEYS_PLUGIN_DISABLED' } })
        }
      })
    const issues = () => everywhere('keys are issued', async index => expect((await ask(ada, index)).status).toBe(201))
    const keyAnswers = (status: number) =>
      everywhere(`a key gets ${status}`, async index => {
        for (const at of ['/whoami', path]) expect(await world.through(key, index).status('GET', at)).toBe(status)
      })
    /** What is kept, whatever the plugin is; when a key was used last goes on. */
    const kept = async () => ({
      own: (await ada.at(0).json<KeyRecord[]>('GET', '/keys?pagesize=1000')).map(withoutUse),
      all: (await world.owner().json<KeyRecord[]>('GET', `/admin/keys?user=${ada.name}`)).map(withoutUse),
      permission: await world.owner().json('GET', `/acl/${ada.permission}`),
    })
    const enable = async () => {
      await world.owner().status('POST', '/plugins/api-keys/install')
      await take('enable')
    }

    beforeAll(async () => {
      ada = await world.makeIssuer({ roles: [role], 'max-expires-in-days': 12, 'max-keys-per-user': 500 })
      const bare = world.unique('role')
      await world.permit({ roles: [bare], predicate: "path-prefix('/keys')" })
      withoutBlock = await world.makePerson([bare])
      path = await world.makeCollection()
      await world.permit({ roles: [role], predicate: `path-prefix('${path}')` })
      key = await ada.issue({ roles: [role] })
    })
    beforeEach(async () => {
      await enable()
      await keyAnswers(200)
    })
    afterAll(async () => {
      await enable()
      await isIn('enabled')
      await world.clear()
    })

    describe('3 States and transitions: API keys plugin', () => {
      it('uninstalled -> installed by Install', async () => {
        await take('uninstall')
        await isIn('uninstalled')
        await take('install')
        await isIn('installed')
      })

      it('Install: "Existing keys, permissions and limits reappear if it was installed before"', async () => {
        const before = await kept()
        const policyBefore = await ada.at(0).json('GET', '/keys/policy')
        expect(policyBefore).toMatchObject({ canIssue: true, maxExpiresInDays: 12, maxKeysPerUser: 500 })
        await take('uninstall')
        await isIn('uninstalled')
        await issuesNothing()
        await take('install', 'enable')
        await keyAnswers(200)
        expect(await kept()).toEqual(before)
        await everywhere('the limits are back', async index => {
          expect(await ada.at(index).json('GET', '/keys/policy')).toEqual(policyBefore)
        })
      })

      it('installed -> enabled by Enable: "`POST /keys` can succeed when a permission with an `apiKeys` block applies"', async () => {
        await take('uninstall', 'install')
        await isIn('installed')
        await issuesNothing()
        await take('enable')
        await isIn('enabled')
        await issues()
        await everywhere('the block is needed', async index => {
          const answer = await ask(withoutBlock, index)
          expect(answer).toMatchObject({ status: 403, json: { code: 'KEYS_PERMISSION_MISSING' } })
        })
      })

      it('Disable: "`POST /keys` answers 403 whatever the ACL says"', async () => {
        await take('disable')
        await issuesNothing()
        await world.owner().json('PATCH', `/acl/${ada.permission}`, { priority: 1000 })
        await issuesNothing()
        const owners = { status: 403, json: { code: 'KEYS_PLUGIN_DISABLED' } }
        expect(await world.owner().answer('POST', '/keys', { name: 'a' })).toMatchObject(owners)
      })

      it('enabled -> disabled by Disable, and back by Enable', async () => {
        await take('disable')
        await isIn('disabled')
        await take('enable')
        await isIn('enabled')
      })

      it('Disable: "no key authenticates"', async () => {
        await take('disable')
        await keyAnswers(401)
        await everywhere('the key is none', async index => {
          const { headers, json } = await world.through(key, index).answer('GET', path)
          expect(json).toMatchObject({ code: 'INVALID_KEY' })
          expect(headers.get('www-authenticate')).toMatch(/error="invalid_token"/)
        })
      })

      it('Disable: "nothing is deleted"', async () => {
        const before = await kept()
        await take('disable')
        await keyAnswers(401)
        expect(await kept()).toEqual(before)
        await take('enable')
        await keyAnswers(200)
        expect(await kept()).toEqual(before)
      })

      it.each([
        ['installed', ['uninstall', 'install']],
        ['disabled', ['disable']],
        ['enabled', []],
      ] as const)(
        '%s -> uninstalled by Uninstall: "Same effects as disabled; nothing is deleted"',
        async (_, steps) => {
          const before = await kept()
          await take(...steps, 'uninstall')
          await isIn('uninstalled')
          await issuesNothing()
          await keyAnswers(401)
          expect(await kept()).toEqual(before)
          await take('install', 'enable')
          await keyAnswers(200)
          expect(await kept()).toEqual(before)
        },
      )
    })

    describe('5 Authentication', () => {
      it('4: "Issuing needs both the plugin enabled and a permission with an `apiKeys` block."', async () => {
        await issues()
      })

      it('4: "Each alone does nothing, and the error says which is missing."', async () => {
        await everywhere('the plugin alone', async index => {
          const { status, json } = await ask(withoutBlock, index)
          expect({ status, json }).toMatchObject({
            status: 403,
            json: { detail: expect.stringContaining('apiKeys block') },
          })
        })
        await take('disable')
        await everywhere('the permission alone', async index => {
          const { status, json } = await ask(ada, index)
          expect({ status, json }).toMatchObject({ status: 403, json: { detail: expect.stringContaining('plugin') } })
        })
      })
    })

    describe('7 Errors', () => {
      it.each([
        ['disabled', 'disable'],
        ['uninstalled', 'uninstall'],
      ] as const)('"`POST /keys` while the plugin is %s": 403, "Whatever the ACL says"', async (_, step) => {
        await take(step)
        await issuesNothing()
      })

      it('while it is uninstalled, the steps that the help of the error names switch it on', async () => {
        await take('uninstall')
        await isIn('uninstalled')
        const steps = errorHelp.KEYS_PLUGIN_DISABLED.matchAll(/POST (\/plugins\/[a-z-]+\/[a-z]+)/g)
        for (const [, step = ''] of steps) expect([step, await world.owner().status('POST', step)]).toEqual([step, 200])
        await isIn('enabled')
      })
    })
  })
}
