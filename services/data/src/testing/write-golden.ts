import { hash } from '@node-rs/argon2'
import { createRuleReach } from '@sluice/access'
import { type Grant, ROOT_ROLE, userId } from '@sluice/contracts'
import { createRepeats, secret } from '@sluice/service-kit'
import type { Namespace } from '@sluice/store'
import { GOLDEN_PASSWORD, type GoldenScene } from '@sluice/testkit/golden'
import { Decimal128, ObjectId } from 'bson'
import { endKeysOf } from '../adapters/keys-of-user.ts'
import { storeCatalog } from '../adapters/store-catalog.ts'
import { storedCollectionMetas } from '../adapters/stored-collection-metas.ts'
import { trustedAcl } from '../adapters/trusted-acl.ts'
import type { DataDependencies } from '../dependencies.ts'
import { createFirstOwner } from '../first-owner.ts'
import { createLargePages } from '../large-pages.ts'
import { metaPlace } from '../routes/manage-databases.ts'
import { aclGuard } from '../writes/acl-guard.ts'
import { insertDocument, prepareNew } from '../writes/create-document.ts'
import { usersGuard } from '../writes/users-guard.ts'
import { openGuard, type WriteGuard } from '../writes/write-guard.ts'

/** What was to be golden was refused. */
class RefusedError extends Error {
  override name = 'RefusedError'
}

const BCRYPT = '$2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy'
const SALT = Buffer.alloc(16, 7)
const principal: Grant['principal'] = { id: userId.parse('admin'), roles: [ROOT_ROLE], via: 'password' }
const request = { caller: { principal, isRoot: true, permission: null, chain: [] } }

const USERS = [
  { _id: 'ann', passwordHash: BCRYPT, roles: ['reader', 'writer'], team: 'blue', hired: new Date('2020-02-29') },
  { _id: 'bob', passwordHash: BCRYPT, roles: [], disabled: true },
]

const PERMISSIONS = [
  {
    _id: 'orders-of-the-team',
    description: 'What a team may do with its orders.',
    roles: ['reader', 'writer'],
    predicate: "path-prefix('/orders') and (method('GET') or method('POST'))",
    priority: 10,
    mongo: {
      readFilter: { team: '@user.team', total: { _$lt: 100 } },
      writeFilter: { _$or: [{ owner: '@user._id' }, { open: true }] },
      mergeRequest: { owner: '@user._id' },
      projectResponse: { note: 0 },
      allowBulkPatch: true,
    },
    apiKeys: { roles: ['reader'], 'max-expires-in-days': 30, 'max-keys-per-user': 3 },
    keyRules: { allowedIps: ['192.0.2.0/24', '2001:db8::/32'], rateLimit: 60 },
  },
  { _id: new ObjectId('65a1b2c3d4e5f60718293a4b'), roles: ['$unauthenticated'], predicate: "path('/open')" },
]

const ORDER = {
  _id: new ObjectId('65a1b2c3d4e5f60718293a4c'),
  owner: 'ann',
  total: Decimal128.fromString('12.50'),
  at: new Date('2026-11-20T12:00:00Z'),
}

/** The first owner, users, permissions, the properties of a collection and of the database, and a document. */
export async function writeGolden({ store, changes, db, internalSecrets }: GoldenScene): Promise<void> {
  const backing = { store, changes, db }
  const dependencies: DataDependencies = {
    ...backing,
    tier: 'shared',
    acl: trustedAcl(backing),
    catalog: storeCatalog(store),
    metas: storedCollectionMetas(store),
    hashPassword: password => hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1, salt: SALT }),
    endKeysOf: endKeysOf(backing),
    largePages: createLargePages(),
    ruleReach: createRuleReach({ tier: 'shared', db }),
    repeats: createRepeats({ ...backing, internalSecrets }),
  }
  const { metas } = dependencies
  await createFirstOwner(dependencies, { given: secret(GOLDEN_PASSWORD), mayBeGenerated: false })

  const placeOf = (collection: string) => {
    const namespace: Namespace = { db, collection }
    return { namespace, collection: store.collection(namespace) }
  }
  const guardOfUsers = usersGuard({ ...dependencies, ...placeOf('users'), request })
  for (const user of USERS) await create(user, guardOfUsers)
  const guardOfAcl = aclGuard({ ...dependencies, ...placeOf('acl'), request })
  for (const permission of PERMISSIONS) await create(permission, guardOfAcl)
  for (const [document, guard] of [
    [{ ...USERS[0], _id: 'gone' }, guardOfUsers],
    [{ ...PERMISSIONS[0], _id: 'gone' }, guardOfAcl],
  ] as const) {
    await create(document, guard)
    await remove('gone', guard)
  }

  const orders = placeOf('orders')
  await create(ORDER, openGuard(orders.collection))
  await metas.read(orders.namespace)
  const properties = {
    description: 'Orders of all teams.',
    aggrs: '[{"type":"pipeline","uri":"by-owner","stages":[{"$group":{"_id":"$owner"}}]}]',
    jsonSchema: '{"type":"object","required":["owner"]}',
  }
  await metas.change(orders.namespace, properties, {})
  await metas.read(metaPlace(db))
}

async function create(document: object, guard: WriteGuard): Promise<void> {
  const made = await prepareNew(document, { rules: {}, guard })
  const insertion = { guard, mustBeNew: false }
  const written =
    made.kind === 'refuse'
      ? made
      : await guard.run(made.value._id, collection => insertDocument(made.value, collection, insertion))
  if (written.kind === 'refuse') throw new RefusedError(`${written.detail} ${JSON.stringify(written.errors)}`)
}

async function remove(id: string, guard: WriteGuard): Promise<void> {
  const outcome = await guard.run(id, async collection => {
    await collection.deleteOne({ _id: id })
    return { kind: 'deleted' }
  })
  if (outcome.kind === 'refuse') throw new RefusedError(outcome.detail)
}
