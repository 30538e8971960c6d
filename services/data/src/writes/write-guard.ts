import type { FieldError, Refusal } from '@sluice/contracts'
import type { DocumentSchema } from '@sluice/documents'
import type { Collection, Document, StoreTransaction } from '@sluice/store'
import type { DocumentDeleted, DocumentWritten } from '../domain/outcome.ts'

/** Writes one document. `before` is what was stored, where the guard looks. */
export type DocumentWrite<T extends DocumentWritten | DocumentDeleted> = (
  collection: Collection,
  before: Document | undefined,
) => Promise<T | Refusal>

/** Keeps what a write has come to, in its transaction. */
export type SettleWrite = (inside: StoreTransaction, outcome: DocumentWritten | DocumentDeleted) => Promise<void>

/** A document or update as it is to be stored or carried out, or why it is not. */
export type PreparedWrite<T> = { kind: 'prepared'; value: T } | Refusal

/** How the documents of a collection are written. Two kinds: at once, and judged inside a transaction of the change log. */
export type WriteGuard = {
  /** Whether documents have to be written one by one. */
  isOneByOne: boolean
  /** Runs a write of the document with this id; a refusal leaves nothing behind. */
  run<T extends DocumentWritten | DocumentDeleted>(id: unknown, write: DocumentWrite<T>): Promise<T | Refusal>
  prepareDocument(document: Document): Promise<PreparedWrite<Document>>
  prepareUpdate(update: Record<string, Document>): Promise<PreparedWrite<Record<string, Document>>>
  /**
   * Judges a document as it would be stored, outside of a transaction. Where it is given, the outcome of an update is
   * known before it is written.
   */
  judge?(document: Document): Refusal | undefined
  /** What whoever has just written the document is to be told of it, though it was stored. */
  warningsOf?(document: Document): readonly FieldError[]
  /** What a replacement keeps of the document before it. */
  keep(replacement: Document, before: Document | undefined): Document
}

/** The owner's collections: whatever the store takes, and fits the collection's schema. */
export const openGuard = (collection: Collection, schema?: DocumentSchema): WriteGuard => ({
  ...(schema ? { judge: schema.check } : {}),
  isOneByOne: false,
  run: (_id, write) => write(collection, undefined),
  prepareDocument: async value => ({ kind: 'prepared', value }),
  prepareUpdate: async value => ({ kind: 'prepared', value }),
  keep: replacement => replacement,
})
