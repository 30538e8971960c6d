import { describe, expect, it } from '@jest/globals'
import { eventually } from '@sluice/testkit'
import { httpClient, ownerClient, userClient } from '../http-client.ts'
import type { SluiceTarget } from '../target.ts'
import { AMELIA } from './small-world.ts'

type ShownProcess = { service: string; version: string; ready: boolean }
type AuditPage = { items: { action: string; subject?: string }[] }
type SessionAnswer = { access_token: string }
type OwnAnswer = { allowed: boolean; permission: string | null }

const ONE_PROCESS = ['standalone']
const CLUSTER = ['data', 'gateway', 'gateway', 'graphql-apps', 'keys', 'webhook-dispatcher']

/** What Sluice tells of itself, and each caller of what he may do, through each gateway. */
export function describeAdministration(target: () => SluiceTarget): void {
  describe('the installation', () => {
    const owners = () => target().urls.map(url => ownerClient({ url, ownerPassword: target().ownerPassword }))

    it('lists every process, ready and of one version, at each gateway', async () => {
      for (const owner of owners()) {
        const processes = await eventually(async () => {
          const found = await owner.json<ShownProcess[]>('GET', '/admin/processes')
          const services = new Set(found.map(({ service }) => service))
          const wanted = new Set(found.some(({ service }) => service === 'standalone') ? ONE_PROCESS : CLUSTER)
          return [...wanted].every(one => services.has(one)) && found.every(({ ready }) => ready) && found
        })
        expect(new Set(processes.map(({ version }) => version)).size).toBe(1)
      }
    }, 60_000)

    it('says which one it is, and with which settings, in which no secret stands', async () => {
      const { ownerPassword } = target()
      for (const owner of owners()) {
        const about = await owner.text('GET', '/admin/about')
        expect(about).not.toContain(ownerPassword)
        const { service, settings } = JSON.parse(about)
        expect(service).toMatchObject({ defaultDatabase: 'sluice' })
        expect(settings).toMatchObject({ LOG_LEVEL: 'debug' })
        expect(await owner.json('GET', '/whoami')).toMatchObject({ service })
      }
    })

    it('tells each caller at each gateway what he may do himself, and nobody of the installation', async () => {
      const questions = ['/admin/processes', '/keys'].map(path => ({ method: 'POST', path }))
      for (const [index, url] of target().urls.entries()) {
        const amelia = userClient(url, AMELIA)
        expect(await amelia.json<OwnAnswer[]>('POST', '/whoami/may', questions)).toMatchObject([
          { allowed: false, permission: null },
          { allowed: true, permission: 'crew-issues-keys' },
        ])
        expect(await amelia.status('GET', '/admin/about')).toBe(403)
        expect(await httpClient(url).status('POST', '/whoami/may', questions)).toBe(401)
        expect(await owners()[index]?.json('POST', '/whoami/may', questions)).toMatchObject([
          { allowed: true },
          { allowed: false, code: 'KEYS_PERMISSION_MISSING' },
        ])
      }
    })

    it('changes a password at one gateway, which the other one knows, and which ends all sessions but one', async () => {
      const [here, there] = target().urls
      const name = 'changer'
      const [before, after] = ['the password before', 'the password after']
      await owners()[0]?.json('POST', `${target().base}/users`, { _id: name, password: before, roles: [] })
      const bySession = (url: string, token: string) => httpClient(url, `Bearer ${token}`)
      const begin = async () =>
        (await userClient(here, { name, password: before }).json<SessionAnswer>('POST', '/token')).access_token
      const [own, other] = [await begin(), await begin()]
      const change = { current: before, new: after }
      const next = await bySession(here, own).json<SessionAnswer>('PUT', '/whoami/password', change)
      expect(await bySession(here, next.access_token).status('GET', '/whoami')).toBe(200)
      for (const token of [own, other]) expect(await bySession(here, token).status('GET', '/whoami')).toBe(401)
      await eventually(async () => (await bySession(there, other).status('GET', '/whoami')) === 401)
      expect(await userClient(there, { name, password: after }).status('GET', '/whoami')).toBe(200)
      expect(await userClient(there, { name, password: before }).status('GET', '/whoami')).toBe(401)
    })

    it('writes down who wrote what through any gateway, with the names of fields, and whose sign-in was refused', async () => {
      const [here, there] = owners()
      const path = `${target().base}/acl`
      await here?.json('POST', path, { _id: 'audited', roles: ['auditor'], predicate: "path('/audited')" })
      await there?.json('PATCH', `${path}/audited`, { priority: 3 })
      await here?.status('DELETE', `${path}/audited`)
      const trail = await there?.json<AuditPage>('GET', '/admin/audit?action=permission.&id=audited')
      expect(trail?.items).toMatchObject([
        { action: 'permission.deleted', actor: 'admin' },
        { action: 'permission.saved', fields: ['priority'] },
        { action: 'permission.saved', fields: expect.arrayContaining(['roles', 'predicate']) },
      ])
      expect(await userClient(target().urls[1], { ...AMELIA, password: 'a guess' }).status('GET', '/whoami')).toBe(401)
      await eventually(async () => {
        const refused = await here?.json<AuditPage>('GET', `/admin/audit?action=sign-in.refused&user=${AMELIA.name}`)
        return refused?.items.some(({ subject }) => subject === AMELIA.name)
      })
    })
  })
}
