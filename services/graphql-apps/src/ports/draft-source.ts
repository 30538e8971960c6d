import type { Document, Namespace } from '@sluice/store'

/** What the drafting of an app looks at. */
export type DraftSource = {
  collections(db: string): Promise<readonly string[]>
  /** Up to 100 documents, without the hidden fields. */
  sample(namespace: Namespace, hidden: readonly string[]): Promise<readonly Document[]>
  /** How many of the ids are those of documents. */
  countIds(namespace: Namespace, ids: readonly unknown[]): Promise<number>
}
