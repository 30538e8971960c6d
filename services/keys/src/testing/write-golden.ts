import { createHash } from 'node:crypto'
import { formatKeySecret, keyId, roleName, userId } from '@sluice/contracts'
import { claimGolden, type GoldenScene, goldenBytes } from '@sluice/testkit/golden'
import { createAuditIndexes, documentAuditTrail } from '../adapters/document-audit-trail.ts'
import { createKeyIndexes, documentKeyStore } from '../adapters/document-key-store.ts'
import { createUsageIndexes } from '../adapters/document-key-usage.ts'
import { graceEnd, newKey } from '../domain/new-key.ts'
import { withoutHash } from '../routes/key-answer.ts'

const ANN = userId.parse('ann')
const LIMITS = { keysPerUser: 10, capacity: 100 }
const GRACE_SECONDS = 3_600

function identify(number: number) {
  const secret = formatKeySecret(goldenBytes(number))
  const hash = createHash('sha256').update(secret).digest('hex')
  return { id: keyId.parse(`00000000-0000-4000-8000-00000000000${number}`), hash, hint: secret.slice(-4) }
}

/** A key as it was issued, with rules; one that was rotated; one that was revoked; and a refusal. */
export async function writeGolden(scene: GoldenScene): Promise<void> {
  const { store, changes, db, logger, at } = scene
  await createKeyIndexes(store, db)
  await createAuditIndexes(store, db)
  await createUsageIndexes(store, db)
  const keys = documentKeyStore({ store, changes, db, logger })
  const occasion = { actor: ANN, from: '192.0.2.7', at }
  const wanted = { user: ANN, roles: [roleName.parse('reader')], days: 365 }
  const keyRules = { allowedIps: ['192.0.2.0/24'], rateLimit: 60 }
  const bound = newKey(identify(1), { ...wanted, name: 'bound', keyRules }, at)
  const rotated = newKey(identify(2), { ...wanted, name: 'rotated' }, at)
  const revoked = newKey(identify(3), { ...wanted, name: 'revoked' }, at)
  const claim = await claimGolden(scene, { number: 30, target: '/keys', body: { name: 'bound' } })
  const answer = JSON.stringify({ ...withoutHash(bound), key: formatKeySecret(goldenBytes(1)) })
  await keys.insertBelowLimits(bound, LIMITS, { occasion, settle: inside => claim.settle(inside, { answer }) })
  for (const key of [rotated, revoked]) await keys.insertBelowLimits(key, LIMITS, { occasion })
  const { hash, hint } = identify(4)
  await keys.rotate(rotated, { hash, hint, previousUntil: graceEnd(rotated, GRACE_SECONDS, at) }, occasion)
  await keys.remove(revoked._id, occasion, { user: ANN })
  const refusal = { kind: 'refuse', code: 'KEYS_PLUGIN_DISABLED', detail: 'Keys are switched off.' } as const
  await documentAuditTrail({ store, db, logger }).refused(refusal, occasion)
}
