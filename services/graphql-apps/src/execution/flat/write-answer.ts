import { writeAscii, writeBytes } from '@sluice/documents'
import type { FlatPlan, FlatQuery } from '../../domain/plan/flat/flat-plan.ts'
import type { FlatWriting, JoinedDocuments } from '../../domain/plan/flat/flat-writing.ts'
import { notFlat } from '../../domain/plan/flat/not-flat.ts'
import { CELLS } from '../../domain/plan/flat/walk-document.ts'
import { writeNull, writeObject } from '../../domain/plan/flat/write-object.ts'
import { openScratch, takeText } from './flat-bytes.ts'
import type { FlatWalk } from './flat-walk.ts'

/** What was read for a field of the answer's root. `base`: the cells of the first document; those of the others follow. */
export type RootDocuments = { documents: readonly Buffer[]; base: number }

/** All that an answer is written of. `found`: by the number of the join. */
type FlatMaterial = {
  roots: ReadonlyMap<FlatQuery, RootDocuments>
  found: readonly JoinedDocuments[]
  walk: FlatWalk
}

/** Writes the whole answer, in its order, in one go. @throws NotFlatError */
export function writeAnswer({ roots }: FlatPlan, material: FlatMaterial): string | Uint8Array {
  const { found, walk } = material
  const { bytes, asked, cells } = walk
  const output = openScratch()
  const writing: FlatWriting = { bytes, at: 0, cells, base: 0, output, walked: cells, asked, next: 0, found }
  writeAscii(output, '{"data":{')
  for (const { head, source } of roots) {
    writeBytes(output, head)
    if ('text' in source) writeBytes(output, source.text)
    else writeRoot(source, material.roots.get(source) ?? notFlat('Nothing was read for a field.'), writing)
  }
  writeAscii(output, '}}')
  return takeText(output)
}

function writeRoot(query: FlatQuery, root: RootDocuments, writing: FlatWriting): void {
  const { output } = writing
  if (!query.mapping.isList && root.documents.length === 0) return writeNull(query.isNonNull, writing)
  if (query.mapping.isList) writeAscii(output, '[')
  writeDocuments(query, root, writing)
  if (query.mapping.isList) writeAscii(output, ']')
}

function writeDocuments({ object }: FlatQuery, { documents, base }: RootDocuments, writing: FlatWriting): void {
  writing.base = base
  let isFirst = true
  for (const document of documents) {
    if (!isFirst) writeAscii(writing.output, ',')
    isFirst = false
    writing.bytes = document
    writeObject(object, writing)
    writing.base += object.names.length * CELLS
  }
}
