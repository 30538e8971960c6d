import {
  type Follow,
  httpService,
  type ListenAddress,
  type Part,
  type Platform,
  type Secret,
} from '@sluice/service-kit'
import { hashPassword, verifyPassword } from './adapters/argon2-password-hasher.ts'
import { endKeysOf } from './adapters/keys-of-user.ts'
import { storeCatalog } from './adapters/store-catalog.ts'
import { storedCollectionMetas } from './adapters/stored-collection-metas.ts'
import { routes } from './app.ts'
import { createFirstOwner } from './first-owner.ts'
import { createLargePages } from './large-pages.ts'
import { createOwnerPassword } from './owner-password.ts'

export type DataSettings = {
  address: ListenAddress
  /** The first owner's; used only when that user is made. */
  firstOwnerPassword?: Secret
  /** Tells each other password that comes to stand in its file. */
  followOwnerPassword?: Follow<Secret | undefined>
  /** Told the password that was generated for the first owner, once. Without it none is generated. */
  onOwnerCreated?: (generatedPassword: string) => void
}

/** The data service: REST over collections, users and permissions, behind the gateway. */
export function createData(platform: Platform, settings: DataSettings): Part {
  const { store, changes, db, tier } = platform
  const [catalog, metas] = [storeCatalog(store), storedCollectionMetas(store)]
  const backing = { store, changes, db }
  const dependencies = {
    ...{ ...backing, tier, catalog, metas, hashPassword },
    ...{ endKeysOf: endKeysOf(backing), largePages: createLargePages() },
  }
  const logger = platform.logger.child({ part: 'data' })
  const owner = createOwnerPassword({ ...backing, hashPassword, verifyPassword, logger })
  return httpService({
    name: 'data',
    platform,
    address: settings.address,
    routes: routes(dependencies),
    async open() {
      const { firstOwnerPassword: given, onOwnerCreated } = settings
      const generated = await createFirstOwner(dependencies, { given, mayBeGenerated: onOwnerCreated !== undefined })
      if (generated) onOwnerCreated?.(generated.reveal())
      settings.followOwnerPassword?.(owner.replace)
    },
    close: owner.stop,
  })
}
