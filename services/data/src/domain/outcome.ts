import type { Document } from '@sluice/store'

/** What a write came to. `document` is what is stored now. */
export type Written = { kind: 'written'; document: Document; isNew: boolean }
export type Deleted = { kind: 'deleted' }
