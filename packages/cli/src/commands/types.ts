import { existsSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { readDefinitions } from '../apply/target.ts'
import { CliError, EXIT, type ExitCode, usageError } from '../cli-error.ts'
import { createScope } from '../definitions/definition.ts'
import { fileNameOf } from '../definitions/file-name.ts'
import { isObject, objectOf, textOf } from '../json-values.ts'
import { visible } from '../output/terminal.ts'
import type { CommandInput, CommandSpec } from '../program/command.ts'
import type { CommandContext } from '../program/context.ts'
import { type TypesFileCollection, typesFile } from '../types/types-file.ts'
import { openDefinitionTarget } from './definitions/definition-source.ts'

const DATES = ['wire', 'Date'] as const

export const types: CommandSpec = {
  name: 'types',
  summary: 'Print types of TypeScript for the collections, from their JSON Schemas and stored aggregations',
  examples: ['sluice types > sluice.d.ts', 'sluice types --out src/sluice.d.ts --check'],
  options: [
    { flags: '--out <file>', text: 'write them there' },
    { flags: '--check', text: 'with --out: write nothing; exit 4 when the file would change' },
    { flags: '--dates <form>', text: 'as the client is made: wire (the default), or Date', choices: DATES },
    { flags: '--db <database>', text: 'dedicated tier: of this database; the default one without it' },
  ],
  async run(context, input): Promise<ExitCode> {
    const { terminal } = context
    if (input.isSet('check') && input.text('out') === undefined) throw usageError('--check goes with --out.')
    const text = typesFile(await readCollections(context, input), { hasDates: input.text('dates') === 'Date' })
    const out = input.text('out')
    if (out !== undefined) return writeTypes(context, { out, text, isCheck: input.isSet('check') })
    if (terminal.isJson) terminal.printDocument({ types: text })
    else terminal.write(text)
    return EXIT.done
  },
}

/** @throws CliError where a database is named that there can't be */
async function readCollections(context: CommandContext, input: CommandInput): Promise<TypesFileCollection[]> {
  const target = await openDefinitionTarget(context)
  const { tier, defaultDatabase } = target.service
  const database = tier === 'dedicated' ? (input.text('db') ?? defaultDatabase) : undefined
  if (database === undefined && input.text('db') !== undefined) {
    throw usageError(
      '--db names a database of the dedicated tier.',
      `This server is of the ${tier} tier: leave --db out.`,
    )
  }
  const parts = database === undefined ? [] : [`collections/${fileNameOf(database) ?? ''}`]
  const found = await readDefinitions(target, createScope(parts, new Set(['collections'])))
  return found
    .filter(({ kind }) => kind === 'collection')
    .map(({ document }) => ({
      name: textOf(document._id),
      description: textOf(document.description),
      schema: document.schema,
      aggregations: isObject(document.aggregations) ? objectOf(document.aggregations) : {},
    }))
}

async function writeTypes(
  { directory, terminal }: CommandContext,
  { out, text, isCheck }: { out: string; text: string; isCheck: boolean },
): Promise<ExitCode> {
  const file = resolve(directory, out)
  if (isCheck) {
    const isSame = readText(file, out) === text
    terminal.note(visible(isSame ? `${out} is as the server is.` : `${out} would change.`))
    return isSame ? EXIT.done : EXIT.differences
  }
  try {
    await writeFile(file, text)
  } catch (error) {
    throw unusable(out, 'written', error)
  }
  terminal.note(visible(`Written: ${out}`))
  return EXIT.done
}

/** @returns undefined where there is no such file */
function readText(file: string, out: string): string | undefined {
  try {
    return existsSync(file) ? readFileSync(file, 'utf8') : undefined
  } catch (error) {
    throw unusable(out, 'read', error)
  }
}

function unusable(out: string, use: 'read' | 'written', error: unknown): CliError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
  return new CliError(`${out} can't be ${use} (${code}).`, { exitCode: EXIT.failed, advice: ['Name another file.'] })
}
