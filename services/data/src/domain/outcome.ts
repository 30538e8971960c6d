import type { Refusal } from '@sluice/contracts'
import type { Document } from '@sluice/store'

/** What a write came to. `document` is what is stored now. */
export type Outcome = { kind: 'written'; document: Document; isNew: boolean } | { kind: 'deleted' } | Refusal
