import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { formatKeySecret, keyId, userId } from '@sluice/contracts'
import { configOf, createSignedClient, type TestPlatform } from '@sluice/testkit'
import {
  GOLDEN_SENDER,
  goldenBytes,
  goldenDocuments,
  goldenKey,
  goldenVersions,
  openGoldenPlatform,
} from '@sluice/testkit/golden'
import { documentAuditTrail } from '../src/adapters/document-audit-trail.ts'
import { documentKeyStore } from '../src/adapters/document-key-store.ts'
import { documentKeyUsage } from '../src/adapters/document-key-usage.ts'
import { createKeys } from '../src/index.ts'
import { settings, settingsFrom } from '../src/settings.ts'
import { policy } from '../src/testing/open-keys.ts'

const at = new Date('2026-11-20T12:00:00Z')
const idOf = (number: number) => keyId.parse(`00000000-0000-4000-8000-00000000000${number}`)
const ann = userId.parse('ann')

describe.each(goldenVersions())('what the keys service of version %s has stored', version => {
  let platform: TestPlatform
  beforeAll(async () => {
    platform = await openGoldenPlatform(version)
  })
  afterAll(() => platform.close())

  it('is keys with their rules and dates, and the hash of both secrets of one that was rotated', async () => {
    const { records } = await documentKeyStore(platform).listOf(ann, { skip: 0, limit: 10 })
    const key = { user: 'ann', roles: ['reader'], createdAt: at, expiresAt: new Date('2027-11-20T12:00:00Z') }
    const hash = expect.stringMatching(/^[0-9a-f]{64}$/)
    expect(records).toEqual([
      {
        ...key,
        _id: idOf(2),
        name: 'rotated',
        hash,
        hint: 'S3QN',
        previousHash: hash,
        previousUntil: new Date('2026-11-20T13:00:00Z'),
      },
      {
        ...key,
        _id: idOf(1),
        name: 'bound',
        hash,
        hint: 'QklV',
        lastUsedAt: at,
        keyRules: { allowedIps: ['192.0.2.0/24'], rateLimit: 60 },
      },
    ])
  })

  const { _keptAnswers: kept } = goldenDocuments(version)
  ;(kept ? it : it.skip)('is the answer to a POST that issued a key, with its secret', async () => {
    const address = { socketPath: join(platform.directory, 'keys.sock') }
    const part = createKeys(platform, { ...settingsFrom(configOf(settings)), address })
    await part.start()
    const answer = await createSignedClient({ platform, upstream: 'keys', address }).request('POST', '/keys', {
      user: GOLDEN_SENDER,
      permission: { apiKeys: policy() },
      body: { name: 'bound' },
      headers: { 'idempotency-key': goldenKey(30) },
    })
    await part.stop(1_000)
    const key = formatKeySecret(goldenBytes(1))
    expect(answer).toMatchObject({ status: 201, json: { _id: idOf(1), name: 'bound', key } })
  })

  it('is an audit trail with every kind of line', async () => {
    const found = await documentAuditTrail(platform).search({}, 100)
    // Other services write theirs between them.
    const lines = found.filter(({ action }) => /^(?:key|plugin)\./.test(action))
    const told = lines.map(({ action, key, detail }) => [action, key?.id ?? detail])
    expect(told).toEqual([
      ['key.refused', 'KEYS_PLUGIN_DISABLED: Keys are switched off.'],
      ['key.revoked', idOf(3)],
      ['key.rotated', idOf(2)],
      ['key.issued', idOf(3)],
      ['key.issued', idOf(2)],
      ['key.issued', idOf(1)],
      ['plugin.enabled', 'webhooks'],
      ...['enabled', 'installed', 'uninstalled', 'disabled', 'enabled', 'installed'].map(step => [
        `plugin.${step}`,
        'api-keys',
      ]),
    ])
    expect(lines[1]).toMatchObject({ at, actor: 'ann', from: '192.0.2.7', key: { hint: 'TvPD', user: 'ann' } })
  })

  it('is how often a key was used, by day', async () => {
    expect(await documentKeyUsage(platform).daysOf(idOf(1), {})).toEqual([{ day: '2026-11-20', requests: 1 }])
  })
})
