import { createRuleReach } from '@sluice/access'
import {
  createRepeats,
  type Follow,
  httpService,
  type Occasion,
  type Platform,
  type ProcessPart,
  type Secret,
  type ServiceAddress,
} from '@sluice/service-kit'
import { hashPassword, verifyPassword } from './adapters/argon2-password-hasher.ts'
import { endKeysOf } from './adapters/keys-of-user.ts'
import { storeCatalog } from './adapters/store-catalog.ts'
import { storedCollectionMetas } from './adapters/stored-collection-metas.ts'
import { trustedAcl } from './adapters/trusted-acl.ts'
import { describedRoutes, routes } from './app.ts'
import { createFirstOwner, OWNER, restoreOwner } from './first-owner.ts'
import { createLargePages } from './large-pages.ts'
import { createOwnerPassword } from './owner-password.ts'
import { getPlainDocument } from './routes/get-plain-document.ts'
import { keepStoredNames } from './writes/user-names.ts'

export type DataSettings = {
  address: ServiceAddress
  /** The first owner's; used when that user is made, and when it is restored. */
  firstOwnerPassword?: Secret
  /** Makes the user `admin` the owner again at this start, with the password above. */
  restoresOwner?: boolean
  /** Tells each other password that comes to stand in its file. */
  followOwnerPassword?: Follow<Secret | undefined>
  /** Told the password that was generated for the owner, once. Without it none is generated. */
  onOwnerCreated?: (generatedPassword: string) => void
}

/** The data service: REST over collections, users and permissions, behind the gateway. */
export function createData(platform: Platform, settings: DataSettings): ProcessPart {
  const { store, changes, db, tier } = platform
  const catalog = storeCatalog(store)
  const metas = storedCollectionMetas(store)
  const backing = { store, changes, db }
  const acl = trustedAcl(backing)
  const repeats = createRepeats(platform)
  const endKeys = endKeysOf(backing)
  const dependencies = {
    ...backing,
    tier,
    acl,
    catalog,
    metas,
    hashPassword,
    async endKeysOf(user: string, occasion: Occasion) {
      await endKeys(user, occasion)
      await repeats.forgetUser(user)
    },
    largePages: createLargePages(),
    ruleReach: createRuleReach({ tier, db }),
    repeats,
  }
  const logger = platform.logger.child({ part: 'data' })
  const owner = createOwnerPassword({ ...backing, hashPassword, verifyPassword, logger })
  return httpService({
    name: 'data',
    platform,
    address: settings.address,
    routes: routes(dependencies),
    described: describedRoutes(dependencies),
    shortcut: getPlainDocument(dependencies),
    async open() {
      await repeats.open()
      const { firstOwnerPassword: given, restoresOwner = false, onOwnerCreated } = settings
      const password = { given, mayBeGenerated: onOwnerCreated !== undefined }
      const atStart = restoresOwner
        ? await restoreOwner({ ...dependencies, verifyPassword }, password)
        : await createFirstOwner(dependencies, password)
      await keepStoredNames({ store, db })
      if (atStart.kind === 'made' && atStart.generated) onOwnerCreated?.(atStart.generated.reveal())
      if (restoresOwner) logger.warn({ outcome: RESTORED[atStart.kind], user: OWNER, hint: TAKE_OUT }, 'owner.restored')
      else if (atStart.kind === 'made') logger.warn({ user: OWNER }, 'owner.made')
      else if (atStart.kind === 'locked-out') logger.error({ hint: LOCKED_OUT }, 'owner.locked-out')
      settings.followOwnerPassword?.(owner.replace)
      await acl.follow()
    },
    close: owner.stop,
  })
}

const RESTORED = { made: 'restored', 'there-is-one': 'in force already', 'locked-out': 'locked out' }
const TAKE_OUT = 'Take SLUICE_RESTORE_OWNER out of the settings again: it has done its work.'
const LOCKED_OUT =
  'Users have the root role, but none of them can sign in. Start once with SLUICE_RESTORE_OWNER=1 and SLUICE_ADMIN_PASSWORD (docs/how-to/restore-the-owner.md).'
