import { hash } from 'node:crypto'
import type { Document } from '@sluice/store'
import { z } from 'zod'
import { firstIdAt, timeOfId } from '../../domain/execution/execution-id.ts'

/** What one block is about: events of the same ten seconds, which lie within one hour. */
const BLOCK_SPAN_MS = 10_000
const MAX_ENTRIES = 200
/** About 1 MiB of text; an entry that is larger is a block of its own. */
const MAX_CHARACTERS = 1_048_576

/**
 * One event of a block. @param text one line of what is kept of it, without a line break
 * @param row the same as a row of its own, as which it is stored where it is alone
 */
export type BlockEntry = { id: string; text: string; row: Document }

/**
 * Many events as one row, which costs the store as much as a row of one. Nothing in it is looked for but where it begins
 * (`from`) and where it ends, with which its own id begins; `ids` and `texts` are lines, in the order of the ids.
 */
const eventBlock = z.object({ _id: z.string(), from: z.string(), ids: z.string(), texts: z.string().default('') })
export type EventBlock = z.infer<typeof eventBlock>

/** A row of the store, and the entries that it holds. */
export type PackedBlock<T> = { row: Document; items: readonly T[] }

/** Without the texts. */
export const WITHOUT_BLOCK_TEXTS = { texts: 0 } as const

/**
 * Packs entries into blocks: each of at most 200, of 1 MiB and of ten seconds; who is alone stays a row. The same entries
 * make the same blocks, so that one that is written again is there already.
 */
export function packBlocks<T extends BlockEntry>(items: readonly T[]): PackedBlock<T>[] {
  const sorted = items.toSorted((one, other) => (one.id < other.id ? -1 : 1))
  const runs: T[][] = []
  let run: T[] = []
  let characters = 0
  for (const item of sorted) {
    const isFull = run.length >= MAX_ENTRIES || characters + item.text.length > MAX_CHARACTERS
    const [first] = run
    if (!first || isFull || spanOf(first.id) !== spanOf(item.id)) {
      run = []
      characters = 0
      runs.push(run)
    }
    run.push(item)
    characters += item.text.length
  }
  return runs.map(each => ({ row: packRow(each), items: each }))
}

function packRow(entries: readonly BlockEntry[]): Document {
  const [first] = entries
  return first && entries.length === 1 ? first.row : packBlock(entries)
}

const spanOf = (id: string): number => Math.floor(timeOfId(id) / BLOCK_SPAN_MS)

function packBlock(entries: readonly BlockEntry[]): EventBlock {
  const ids = entries.map(({ id }) => id).join('\n')
  const texts = entries.map(({ text }) => text).join('\n')
  const [from = ''] = entries.map(({ id }) => id)
  return { _id: `${entries.at(-1)?.id}.${hash('sha256', ids, 'hex').slice(0, 16)}`, from, ids, texts }
}

/** @returns undefined for a row that is no block */
export const readBlock = (document: Document): EventBlock | undefined =>
  // Most are none where little happens, and what an error says of each is dear.
  typeof document.ids === 'string' ? eventBlock.safeParse(document).data : undefined

export const idsOf = ({ ids }: EventBlock): string[] => ids.split('\n')

/** The text of each event of a block. */
export function textsOf(block: EventBlock): Map<string, string> {
  const texts = block.texts.split('\n')
  return new Map(idsOf(block).map((id, index) => [id, texts[index] ?? '']))
}

/** Where the blocks end that may hold an id of these ten seconds: their own ids are below what is returned. */
export const endOfBlocks = (below: string): string => firstIdAt((spanOf(below) + 1) * BLOCK_SPAN_MS)

/** Groups ids by the blocks that may hold them: one group for each ten seconds. */
export const groupBySpan = (ids: readonly string[]): string[][] => [...Map.groupBy(ids, spanOf).values()]
