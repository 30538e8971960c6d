import { type SluiceClient, unwrap } from '@sluice/sdk'
import { CliError, EXIT, type ExitCode, usageError } from '../cli-error.ts'
import { faultText } from '../definitions/json-file.ts'
import { readImportFiles } from '../import/import-files.ts'
import { IMPORTED_KINDS, type ImportPart, readImportParts } from '../import/import-parts.ts'
import { type Terminal, visible } from '../output/terminal.ts'
import type { CommandSpec } from '../program/command.ts'

/** What one request takes at most, with some room below the bounds of the server. */
const MOST_PARTS = 400
const MOST_BYTES = 768 * 1024

export const checkImport: CommandSpec = {
  name: 'check-import',
  parameters: '<source>',
  summary: 'Say which documents of a service would be taken here, and of each other what to change; writes nothing',
  examples: [
    'sluice check-import ./old-service',
    'sluice check-import export.tar.gz',
    'sluice check-import service.json',
  ],
  async run({ terminal, signal, client }, input): Promise<ExitCode> {
    const parts = readParts(terminal, input.argument(0))
    const server = await client()
    const batches = batchesOf(parts)
    const checked: CheckedPart[] = []
    for (const batch of batches) checked.push(...(await check(server, batch, signal)))
    const count = (wanted: PartVerdict['verdict']) => checked.filter(({ verdict }) => verdict.verdict === wanted).length
    const counts = { taken: count('taken'), warned: count('warned'), refused: count('refused') }
    if (terminal.isJson) {
      const documents = checked.map(({ part, verdict }) => ({ ...verdict, file: part.file }))
      terminal.printDocument({ ...counts, documents })
    } else {
      tellVerdicts(terminal, checked)
      terminal.print(
        `${counts.taken} taken, ${counts.warned} taken with a warning, ${counts.refused} refused. Nothing was written.`,
      )
    }
    if (batches.length > 1)
      terminal.note(
        `These were ${batches.length} requests: of two that can't stand beside each other both may be taken.`,
      )
    return counts.refused > 0 ? EXIT.refused : EXIT.done
  },
}

/** @throws CliError, with every fault of every file */
function readParts(terminal: Terminal, source: string): ImportPart[] {
  const { parts, faults, strangers } = readImportParts(readImportFiles(source))
  if (faults.length > 0) {
    throw new CliError(`${source} has files that can't be read.`, {
      exitCode: EXIT.usage,
      lines: faults.map(fault => visible(faultText(fault))),
    })
  }
  if (parts.length === 0) {
    throw usageError(
      `${source} has no part of a service.`,
      `Its files are called ${IMPORTED_KINDS.map(kind => `${kind}.json`).join(', ')}, or stand in folders of these names.`,
    )
  }
  for (const name of strangers)
    terminal.note(visible(`${name} is not read: it is none of ${IMPORTED_KINDS.join(', ')}.`))
  return parts
}

/** Parts in the order in which they are best brought in, as many at a time as a request takes. */
function batchesOf(parts: readonly ImportPart[]): ImportPart[][] {
  const batches: ImportPart[][] = []
  let bytes = MOST_BYTES
  for (const part of IMPORTED_KINDS.flatMap(kind => parts.filter(one => one.kind === kind))) {
    const last = batches.at(-1)
    bytes += part.bytes
    if (last !== undefined && last.length < MOST_PARTS && bytes <= MOST_BYTES) last.push(part)
    else {
      batches.push([part])
      bytes = part.bytes
    }
  }
  return batches
}

type PartVerdict = Awaited<ReturnType<typeof postCheck>>['documents'][number]
type CheckedPart = { part: ImportPart; verdict: PartVerdict }

async function check(client: SluiceClient, batch: readonly ImportPart[], signal: AbortSignal): Promise<CheckedPart[]> {
  const { documents } = await postCheck(client, batch, signal)
  return documents.flatMap(verdict => {
    const part = batch.filter(({ kind }) => kind === verdict.kind)[verdict.index]
    return part === undefined ? [] : [{ part, verdict }]
  })
}

function postCheck(client: SluiceClient, batch: readonly ImportPart[], signal: AbortSignal) {
  const valuesOf = (wanted: string) => batch.filter(({ kind }) => kind === wanted).map(({ value }) => value)
  const body = Object.fromEntries(IMPORTED_KINDS.map(kind => [kind, valuesOf(kind)]))
  return unwrap(client.raw.POST('/admin/check-import', { body, signal }))
}

function tellVerdicts(terminal: Terminal, checked: readonly CheckedPart[]): void {
  for (const { part, verdict } of checked) {
    if (verdict.verdict === 'taken') continue
    const name = visible(`${verdict.kind} ${verdict.id ?? ''}`.trim())
    if (verdict.verdict === 'refused') terminal.print(`${terminal.paint('red', '✗')} ${name}: refused`)
    else terminal.print(`${terminal.paint('yellow', '!')} ${name}: taken, with a warning`)
    for (const fault of faultsOf(verdict))
      terminal.print(`    ${visible(faultText(part.fault(fault.path, fault.text)))}`)
  }
}

/** What is wrong with a part: of each field, or of the whole. */
function faultsOf({ errors = [], warnings = [], detail = '' }: PartVerdict): { path: string; text: string }[] {
  const fields = [...errors, ...warnings].map(({ path, message }) => ({
    path,
    text: path === '' ? message : `${path}: ${message}`,
  }))
  return fields.length > 0 ? fields : [{ path: '', text: detail }]
}
