import type { Document } from '@sluice/store'

/** What a write came to. `document` is what is stored now. */
export type DocumentWritten = { kind: 'written'; document: Document; isNew: boolean }
export type DocumentDeleted = { kind: 'deleted' }
