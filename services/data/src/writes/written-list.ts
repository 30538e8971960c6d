import type { WriteClaim } from '@sluice/service-kit'
import type { Document } from '@sluice/store'
import { z } from 'zod'
import type { SettleWrite } from './write-guard.ts'

/** A document of a list that is written: its place, its id, and whether it is new. */
type WrittenEntry = { at: number; id: unknown; isNew: boolean }

const written = z.array(z.object({ at: z.coerce.number(), id: z.unknown(), isNew: z.boolean() }))

/**
 * What of a list is written, noted with each document in the transaction that writes it: where the process dies, the request
 * that takes it up goes on behind.
 */
export type WrittenList = {
  /** @returns undefined for a document that is not written */
  entryAt(at: number): WrittenEntry | undefined
  /** To be called before the document at this place is written: `settle` is about it. */
  begin(at: number): void
  settle: SettleWrite
  /** Notes for good what was settled last. */
  keep(): void
}

export function createWrittenList(claim: WriteClaim): WrittenList {
  const entries = new Map(readEntries(claim.progress).map(entry => [entry.at, entry]))
  let at = 0
  let settled: WrittenEntry | undefined
  return {
    entryAt: place => entries.get(place),
    begin(place) {
      at = place
      settled = undefined
    },
    async settle(inside, outcome) {
      if (outcome.kind === 'deleted') return
      settled = { at, id: outcome.document._id, isNew: outcome.isNew }
      await claim.note(inside, { written: [...entries.values(), settled] })
    },
    keep() {
      if (settled) entries.set(settled.at, settled)
    },
  }
}

const readEntries = (progress: Document | undefined): WrittenEntry[] => written.parse(progress?.written ?? [])
