import type { Platform } from '@sluice/service-kit'
import type { Catalog, CollectionEtags, HashPassword } from './ports.ts'

/** What the routes of this service stand on. */
export type Dependencies = Pick<Platform, 'store' | 'changes' | 'db' | 'tier'> & {
  catalog: Catalog
  collectionEtags: CollectionEtags
  hashPassword: HashPassword
}
