import type { Platform } from '@sluice/service-kit'
import type { LargePages } from './large-pages.ts'
import type { Catalog, CollectionMetas, EndKeysOf, HashPassword } from './ports.ts'

/** What the routes of this service stand on. */
export type Dependencies = Pick<Platform, 'store' | 'changes' | 'db' | 'tier'> & {
  catalog: Catalog
  metas: CollectionMetas
  hashPassword: HashPassword
  endKeysOf: EndKeysOf
  largePages: LargePages
}
