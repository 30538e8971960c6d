import { documentsApi } from '../../api/data/documents.ts'
import type { CollectionPlace } from '../../domain/data/data-search.ts'
import {
  type ImportReport,
  indexOfRefusal,
  messageOfRefusal,
  NO_REPORT,
  noteBlock,
  noteRefused,
  type RefusedLine,
} from '../../domain/data/import-block.ts'
import { problemOf } from '../../http/problem.ts'
import { blocksOf, type ImportBlock } from './import-blocks.ts'

export type ImportState = {
  kind: 'running' | 'stopped' | 'failed' | 'done'
  report: ImportReport
  /** The share of the file that is done, 0 to 1. */
  share: number
  /** Why it does not go on by itself. */
  error?: unknown
}

type ImportWish = {
  place: CollectionPlace
  file: File
  /** Lines before this one are passed over. */
  fromLine: number
  /** A document takes the place of one with its `_id`. */
  replaces: boolean
  onState(state: ImportState): void
}

/** An import on its way. After a failure or a stop it goes on where it was. */
export type RunningImport = { go(): Promise<void>; stop(): void }

/** Reads a file piece by piece and stores its documents block by block: no more than one block is kept. */
export function startImport(wish: ImportWish): RunningImport {
  const { place, file, replaces, onState } = wish
  const blocks = blocksOf(file, wish.fromLine)
  let report = NO_REPORT
  let share = 0
  let pending: ImportBlock | undefined
  let isAgain = false
  let stopping = new AbortController()

  /** Stores a block. What makes the service turn down all of it is taken out, and the rest is sent again. */
  async function store(block: ImportBlock): Promise<void> {
    while (block.documents.length > 0) {
      const texts = block.documents.map(({ text }) => text)
      const { signal } = stopping
      const stored = await documentsApi
        .insertMany(place, texts, { replaces, signal })
        .catch(error => takeOut(block, error))
      if ('inserted' in stored) {
        report = noteBlock(report, block.documents, { stored, isAgain })
        return
      }
      report = noteRefused(report, [stored])
      tell('running')
    }
  }

  const tell = (kind: ImportState['kind'], error?: unknown) => onState({ kind, report, share, error })

  async function nextBlock(): Promise<ImportBlock | undefined> {
    const next = await blocks.next()
    if (next.done) return undefined
    report = noteRefused(report, next.value.refused)
    return next.value
  }

  async function runBlocks(): Promise<void> {
    while (!stopping.signal.aborted) {
      pending ??= await nextBlock()
      if (pending === undefined) return
      await store(pending)
      share = pending.readBytes / Math.max(1, file.size)
      pending = undefined
      isAgain = false
      tell('running')
    }
  }

  return {
    async go() {
      stopping = new AbortController()
      tell('running')
      try {
        await runBlocks()
        tell(stopping.signal.aborted ? 'stopped' : 'done')
      } catch (error) {
        // Nobody knows whether the block was stored: it is sent again.
        isAgain = pending !== undefined
        if (stopping.signal.aborted) tell('stopped')
        else tell('failed', error)
      }
    },
    stop: () => stopping.abort(),
  }
}

/** Takes out the document that a refusal of all is about. @throws the error where it is about no one document */
function takeOut({ documents }: ImportBlock, error: unknown): RefusedLine {
  const { status, code, errors: [first] = [], detail } = problemOf(error)
  const at = isRefusal(status) ? indexOfRefusal(first?.path, documents.length) : undefined
  const [taken] = at === undefined ? [] : documents.splice(at, 1)
  if (taken === undefined) throw error
  return { line: taken.line, code, message: messageOfRefusal(first, detail) }
}

/** Whether what is sent is at fault, as against who sends it or how often. */
const isRefusal = (status: number): boolean => status >= 400 && status < 500 && status !== 401 && status !== 429
