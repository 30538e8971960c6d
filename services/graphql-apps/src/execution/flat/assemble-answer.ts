import { copyBytes, type JsonOutput, writeAscii, writeBytes } from '@sluice/documents'
import type { FlatPlan, FlatQuery } from '../../domain/plan/flat/flat-plan.ts'
import type { JoinHole } from '../../domain/plan/flat/flat-writing.ts'
import { notFlat } from '../../domain/plan/flat/not-flat.ts'
import { checkLength } from '../../domain/plan/flat/write-object.ts'
import { openScratch, takeText } from './flat-bytes.ts'

/** What was written of the documents of one query. `holes`: in their order. */
export type FlatPage = { bytes: Buffer; holes: readonly JoinHole[] }

/** What was written of one document, or of a whole root field: a part of a page, and of the holes in it. */
export type FlatText = {
  page: FlatPage
  from: number
  to: number
  firstHole: number
  lastHole: number
}

/** What a join has found, by the number of the value that it is about. */
export type FoundTexts = readonly (readonly FlatText[])[]

type Assembly = { output: JsonOutput; found: readonly FoundTexts[] }

/** Puts the texts of all documents together to one answer. @param found by the number of the join */
export function assembleAnswer(
  { roots }: FlatPlan,
  texts: ReadonlyMap<FlatQuery, FlatText>,
  found: readonly FoundTexts[],
): string | Uint8Array {
  const output = openScratch()
  writeAscii(output, '{"data":{')
  for (const { head, source } of roots) {
    writeBytes(output, head)
    if ('text' in source) writeBytes(output, source.text)
    else writeText(texts.get(source), { output, found })
  }
  writeAscii(output, '}}')
  return takeText(output)
}

function writeText(text: FlatText | undefined, assembly: Assembly): void {
  if (!text) return notFlat('Nothing was written for a field.')
  const { holes, bytes } = text.page
  const { output } = assembly
  const part = { bytes, at: text.from }
  for (let at = text.firstHole; at < text.lastHole; at += 1) {
    const hole = holes[at] ?? notFlat('A hole is missing.')
    copyBytes(output, part, hole.at)
    fillHole(hole, assembly)
    part.at = hole.at
  }
  copyBytes(output, part, text.to)
  checkLength(output.length)
}

function fillHole({ join, value, isList, isNonNull }: JoinHole, assembly: Assembly): void {
  const texts = assembly.found[join]?.[value] ?? []
  const [first] = texts
  if (isList) return writeTexts(texts, assembly)
  if (first) return writeText(first, assembly)
  if (isNonNull) notFlat('A value is missing.')
  writeAscii(assembly.output, 'null')
}

function writeTexts(texts: readonly FlatText[], assembly: Assembly): void {
  const { output } = assembly
  writeAscii(output, '[')
  for (const [at, text] of texts.entries()) {
    if (at > 0) writeAscii(output, ',')
    writeText(text, assembly)
  }
  writeAscii(output, ']')
}
