import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { eventually, temporaryDirectory } from '@sluice/testkit'
import { addressSettings, BACKEND_KINDS, isAbsent, startAll } from '@sluice/testkit/backends'
import type { Browser, Page } from 'playwright-core'
import type { ServiceProcess } from '../cluster/service-process.ts'
import { type StartedCluster, startCluster } from '../cluster/start-cluster.ts'
import { type HttpClient, ownerClient } from '../http-client.ts'
import { describeInBrowser } from './describe-in-browser.ts'
import { issueKey, statusOf } from './issue-key.ts'
import { openBrowser } from './open-browser.ts'
import { openPage } from './pages.ts'
import { type GatewayBalancer, startBalancer } from './start-balancer.ts'
import { HOLDER, OWNER } from './start-console.ts'
import { beginVisit, type Visit } from './visit.ts'

const START_MS = 180_000
/** A gateway has heard of a change of another one by then. */
const HEARD_MS = 30_000

/** The cluster needs what is not on every machine. */
const describeOnCluster = (name: string, tests: () => void) =>
  BACKEND_KINDS.some(isAbsent) ? undefined : describeInBrowser(name, tests)

describeOnCluster('the console of a cluster', () => {
  let backends: Awaited<ReturnType<typeof startAll>>
  let cluster: StartedCluster
  let balancer: GatewayBalancer
  let browser: Browser
  let first: ServiceProcess
  let second: ServiceProcess
  let throughFirst: HttpClient
  let owner: Visit
  let page: Page

  beforeAll(async () => {
    backends = await startAll(BACKEND_KINDS)
    balancer = await startBalancer()
    const settings = {
      ...addressSettings(backends.backends),
      CLUSTER_PREFIX: `console-${process.pid}-`,
      SLUICE_ADMIN_PASSWORD: OWNER.password,
      PUBLIC_URL: balancer.url,
    }
    cluster = await startCluster({ settings, folder: await temporaryDirectory() })
    const [one, other] = cluster.gateways
    if (!one || !other) throw new Error('A gateway is missing.')
    first = one
    second = other
    throughFirst = ownerClient({ url: first.url, ownerPassword: OWNER.password })
    await throughFirst.json('POST', '/plugins/webhooks/enable')
    await throughFirst.json('POST', '/plugins/api-keys/install')
    await throughFirst.json('POST', '/plugins/api-keys/enable')
    await throughFirst.json('POST', '/users', { _id: HOLDER.user, password: HOLDER.password, roles: ['crew'] })
    await throughFirst.json('POST', '/acl', {
      _id: 'crew-issues-keys',
      roles: ['crew'],
      predicate: "path('/keys') and method('POST')",
      priority: 1,
      apiKeys: { roles: ['reader'], 'max-expires-in-days': 30, 'max-keys-per-user': 5 },
    })
    browser = await openBrowser()
    balancer.lead(first.url)
    owner = await beginVisit(browser, balancer.url)
    page = owner.page
    await owner.signIn(OWNER)
  }, START_MS)
  afterAll(async () => {
    await browser?.close()
    await balancer?.close()
    await cluster?.stop()
    await backends?.stop()
  }, START_MS)

  const goTo = (path: string, title: string, on = page) => openPage(on, `${balancer.url}/console${path}`, title)
  const button = (name: string) => page.getByRole('button', { name, exact: true })

  it('takes a session of one gateway at the other, in a new tab too', async () => {
    balancer.lead(second.url)
    await goTo('/webhooks', 'Webhooks')
    await page.getByText('ENABLED', { exact: true }).waitFor()
    const tab = await owner.newTab()
    await goTo('/settings', 'Settings', tab)
    await tab.getByText('webhook-dispatcher').first().waitFor()
    await tab.close()
  })

  it('switches a plugin at one gateway for both', async () => {
    const stateAtFirst = async () => {
      const plugins = await throughFirst.json<{ id: string; state: string }[]>('GET', '/plugins')
      return plugins.find(({ id }) => id === 'api-keys')?.state
    }
    await goTo('/admin/plugins', 'Plugins')
    const keys = page.getByRole('region', { name: 'API keys' })
    await keys.getByRole('button', { name: 'Disable' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Disable' }).click()
    await keys.getByText('DISABLED').waitFor()
    await eventually(async () => expect(await stateAtFirst()).toBe('disabled'), { timeoutMs: HEARD_MS })
    await keys.getByRole('button', { name: 'Enable' }).click()
    await keys.getByText('ENABLED').waitFor()
    await eventually(async () => expect(await stateAtFirst()).toBe('enabled'), { timeoutMs: HEARD_MS })
  })

  it('revokes at one gateway a key that the other has let in', async () => {
    const key = await issueKey(first.url, HOLDER, { name: 'nightly', roles: ['reader'] })
    await eventually(async () => expect(await statusOf(first.url, key)).toBe(200), { timeoutMs: HEARD_MS })
    await goTo('/admin/keys', 'All keys')
    await button('Revoke nightly').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke key' }).click()
    await page.getByText('“nightly” is revoked.').waitFor()
    await eventually(async () => expect(await statusOf(first.url, key)).toBe(401), { timeoutMs: HEARD_MS })
  })

  it('follows at one gateway what comes in at the other', async () => {
    await goTo('/live', 'Live')
    await page.getByText('Live: requests stand here when they are over.').waitFor()
    await eventually(async () => {
      await throughFirst.status('GET', '/no-such-collection')
      expect(await page.getByRole('row').filter({ hasText: 'GET /no-such-collection' }).count()).toBeGreaterThan(0)
    })
  })

  it('loses nothing that was typed when its gateway is killed, and saves it through the other', async () => {
    await goTo(`/users/one?user=${HOLDER.user}`, HOLDER.user)
    const roles = page.getByLabel('Roles', { exact: true })
    await roles.fill('crew night')
    await second.kill()
    await button('Save').click()
    await page
      .getByText(/^The user was not changed\. The gateway can not be reached/)
      .first()
      .waitFor()
    expect(await roles.inputValue()).toBe('crew night')
    balancer.lead(first.url)
    await button('Save').click()
    await page.getByText('All is saved.').waitFor()
    const { roles: saved } = await throughFirst.json<{ roles: string[] }>('GET', `/users/${HOLDER.user}`)
    expect(saved).toEqual(['crew', 'night'])
    await owner.context.close()
  })
})
