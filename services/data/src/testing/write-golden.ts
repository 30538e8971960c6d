import { hash } from '@node-rs/argon2'
import { createRuleReach } from '@sluice/access'
import { type Grant, ROOT_ROLE, userId } from '@sluice/contracts'
import { createRepeats, secret, type WriteClaim } from '@sluice/service-kit'
import type { Document, Namespace } from '@sluice/store'
import { claimGolden, GOLDEN_PASSWORD, type GoldenScene } from '@sluice/testkit/golden'
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
import { keptList, settleDocument } from '../writes/kept-outcome.ts'
import { usersGuard } from '../writes/users-guard.ts'
import { openGuard, type WriteGuard } from '../writes/write-guard.ts'
import { createWrittenList } from '../writes/written-list.ts'

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
export async function writeGolden(scene: GoldenScene): Promise<void> {
  const { store, changes, db, internalSecrets } = scene
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
  await dependencies.repeats.open()
  await writeKept(scene, (await orders.collection.findOne({})) ?? {})
}

/** What is kept of a document, of one that is too large for it, of a list, and of a list that is half written. */
async function writeKept(scene: GoldenScene, order: Document): Promise<void> {
  const { store } = scene
  const claim = (number: number, body: unknown) => claimGolden(scene, { number, target: '/orders', body })
  const written = { kind: 'written', document: order, isNew: true } as const
  const settleWith = (given: WriteClaim) => settleDocument(given, () => [])

  const [whole, large, list] = [await claim(20, 'whole'), await claim(21, 'large'), await claim(22, ['of a list'])]
  await store.transaction(inside => settleWith(whole)(inside, written))
  const text = 'x'.repeat(70_000)
  await store.transaction(inside => settleWith(large)(inside, { ...written, document: { ...order, text } }))
  const body = { inserted: 1, matched: 0, modified: 0, deleted: 0, links: [`/orders/${String(order._id)}`] }
  await store.transaction(inside => list.settle(inside, keptList({ body, warnings: [] })))

  const orders = [{ owner: 'ann' }, { owner: 'bob' }]
  const half = createWrittenList(await claim(23, orders), orders)
  half.begin(0)
  await store.transaction(inside => half.settle(inside, written))
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
