import type { LiveAcl, RuleReach } from '@sluice/access'
import type { Platform, Repeats } from '@sluice/service-kit'
import type { LargePages } from './large-pages.ts'
import type { Catalog } from './ports/catalog.ts'
import type { CollectionMetas } from './ports/collection-metas.ts'
import type { EndKeysOf } from './ports/end-keys.ts'
import type { HashPassword } from './ports/passwords.ts'

/** What the routes of this service stand on. */
export type DataDependencies = Pick<Platform, 'store' | 'changes' | 'db' | 'tier'> & {
  /** Throws `UnavailableError` while it can't be known. */
  acl: LiveAcl
  catalog: Catalog
  metas: CollectionMetas
  hashPassword: HashPassword
  endKeysOf: EndKeysOf
  largePages: LargePages
  /** The routes on which each rule of a permission is applied. */
  ruleReach: RuleReach
  /** Requests that are carried out once, however often they come. */
  repeats: Repeats
}
