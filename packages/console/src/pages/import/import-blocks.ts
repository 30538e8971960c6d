import { newObjectId } from '@sluice/sdk'
import {
  BLOCK_DOCUMENTS,
  BLOCK_SIGNS,
  type ImportDocument,
  isRefusedLine,
  prepareItem,
  type RefusedLine,
} from '../../domain/data/import-block.ts'
import { createImportReader, type ImportItem } from '../../domain/data/import-reader.ts'

/** Documents that are stored together, and the lines between them that are none. */
export type ImportBlock = {
  documents: ImportDocument[]
  refused: RefusedLine[]
  signs: number
  /** The bytes of the file up to the end of the block. */
  readBytes: number
}

/** Reads a file piece by piece: no more than one block is kept. @param fromLine lines before it are passed over */
export async function* blocksOf(file: File, fromLine: number): AsyncGenerator<ImportBlock, undefined> {
  const reader = createImportReader()
  const pieces = file.stream().pipeThrough(new TextDecoderStream()).getReader()
  let readBytes = 0
  let block = emptyBlock()
  for (let isOver = false; !isOver; ) {
    const { done, value } = await pieces.read()
    isOver = done
    // Signs stand for bytes where the share of the file is told: that is near enough.
    readBytes = done ? file.size : Math.min(file.size, readBytes + value.length)
    for (const item of done ? reader.end() : reader.push(value)) {
      if (item.line < fromLine) continue
      addItem(block, item)
      if (!isFull(block)) continue
      yield { ...block, readBytes }
      block = emptyBlock()
    }
  }
  yield { ...block, readBytes }
  return undefined
}

const emptyBlock = (): ImportBlock => ({ documents: [], refused: [], signs: 0, readBytes: 0 })

const isFull = ({ documents, refused, signs }: ImportBlock): boolean =>
  documents.length + refused.length >= BLOCK_DOCUMENTS || signs >= BLOCK_SIGNS

function addItem(block: ImportBlock, item: ImportItem): void {
  const prepared = prepareItem(item, newObjectId)
  block.signs += item.text.length
  if (isRefusedLine(prepared)) block.refused.push(prepared)
  else block.documents.push(prepared)
}
