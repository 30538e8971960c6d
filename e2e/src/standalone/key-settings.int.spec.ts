import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { temporaryDirectory } from '@sluice/testkit'
import { type HttpClient, keyClient, ownerClient, userClient } from '../http-client.ts'
import { runSluice, type SluiceProcess, startSluice } from './sluice-process.ts'

const OWNER = 'a password for this test'
const ADA = { name: 'ada', password: 'a password of a holder' }
const TEN_YEARS = 3650
const SETTINGS = {
  SLUICE_DEMO: '0',
  SLUICE_ADMIN_PASSWORD: OWNER,
  KEYS_MAX_EXPIRES_IN_DAYS: String(TEN_YEARS),
  KEYS_MAX_PER_USER: '3',
}
const TIERS = ['shared', 'dedicated'] as const
type TierName = (typeof TIERS)[number]
type DatedKey = { _id: string; key: string; createdAt: { $date: number }; expiresAt: { $date: number } }

/** The sentences of the specification about keys (4.3, 8) that need a service with settings of its own, or another one. */
describe.each(TIERS)('keys of a service of the %s tier', tier => {
  const services = new Map<TierName, { sluice: SluiceProcess; ada: HttpClient }>()
  const service = (wanted: TierName) => {
    const found = services.get(wanted)
    if (!found) throw new RangeError(`The service of the ${wanted} tier does not run.`)
    return found
  }
  const issue = (body: object = {}) => service(tier).ada.json<DatedKey>('POST', '/keys', { name: 'script', ...body })
  const revoke = ({ _id }: DatedKey) => service(tier).ada.text('DELETE', `/keys/${_id}`)
  const whoami = (wanted: TierName, { key }: DatedKey) =>
    keyClient(service(wanted).sluice.url, key).status('GET', '/whoami')

  beforeAll(async () => {
    for (const one of TIERS) services.set(one, await openService(one))
  }, 120_000)
  afterAll(() => Promise.all([...services.values()].map(({ sluice }) => sluice.interrupt())))

  it('8 Limits, API keys availability: "free on every tier"', async () => {
    const key = await issue()
    expect(await whoami(tier, key)).toBe(200)
    await revoke(key)
    expect(await whoami(tier, key)).toBe(401)
  })

  it('8 Limits, Longest lifetime of a key: "service default in days, up to ten years"', async () => {
    const key = await issue({ expiresIn: TEN_YEARS })
    expect((key.expiresAt.$date - key.createdAt.$date) / 86_400_000).toBe(TEN_YEARS)
    await revoke(key)
    const longer = await service(tier).ada.answer('POST', '/keys', { name: 'longer', expiresIn: TEN_YEARS + 1 })
    expect(longer).toMatchObject({ status: 400, json: { code: 'KEY_LIFETIME_TOO_LONG' } })
    const { code, printed } = await runSluice({
      ...SETTINGS,
      TIER: tier,
      DATA_DIR: await temporaryDirectory(),
      KEYS_MAX_EXPIRES_IN_DAYS: String(TEN_YEARS + 1),
    })
    expect(code).toBe(1)
    expect(printed).toContain('KEYS_MAX_EXPIRES_IN_DAYS')
  })

  it('8 Limits, Keys per user: "service default"', async () => {
    const keys = [await issue(), await issue(), await issue()]
    expect(await service(tier).ada.status('POST', '/keys', { name: 'one more' })).toBe(409)
    for (const key of keys) await revoke(key)
  })

  it('4.3: "A key works only on the service that issued it."', async () => {
    const key = await issue()
    for (const other of TIERS) expect(await whoami(other, key)).toBe(other === tier ? 200 : 401)
    await revoke(key)
  })
})

/** With the plugin on, and a user who may issue keys. */
async function openService(tier: TierName) {
  const sluice = await startSluice({ ...SETTINGS, TIER: tier, DATA_DIR: await temporaryDirectory() })
  const owner = ownerClient({ url: sluice.url, ownerPassword: OWNER })
  for (const step of ['install', 'enable']) await owner.json('POST', `/plugins/api-keys/${step}`)
  const database = tier === 'dedicated' ? '/sluice' : ''
  const block = { apiKeys: { roles: ['reader'] } }
  await owner.json('POST', `${database}/acl`, { roles: ['crew'], predicate: "path-prefix('/keys')", ...block })
  await owner.json('POST', `${database}/users`, { _id: ADA.name, password: ADA.password, roles: ['crew'] })
  return { sluice, ada: userClient(sluice.url, ADA) }
}
