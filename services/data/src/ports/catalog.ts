import type { Namespace } from '@sluice/store'

/** The collections that there are. */
export type Catalog = {
  /** A collection that another process has just removed may count for 2 s more. */
  has(namespace: Namespace): Promise<boolean>
  /** The collections of this database have changed. */
  forget(db: string): void
}
