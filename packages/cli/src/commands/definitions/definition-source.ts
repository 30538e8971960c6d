import { join, relative, resolve } from 'node:path'
import { type DefinitionTarget, openTarget } from '../../apply/target.ts'
import { CliError, EXIT, usageError } from '../../cli-error.ts'
import {
  createScope,
  DEFINITION_FOLDERS,
  type DefinitionFolder,
  type DefinitionScope,
  isFolder,
} from '../../definitions/definition.ts'
import type { FolderFiles } from '../../definitions/folder-files.ts'
import { faultText } from '../../definitions/json-file.ts'
import { type FileDefinition, presentFolders, readFolder } from '../../definitions/read-folder.ts'
import { readFiles } from '../../folder/folder-store.ts'
import { visible } from '../../output/terminal.ts'
import type { CommandInput, OptionSpec } from '../../program/command.ts'
import type { CommandContext } from '../../program/context.ts'

export const ONLY: OptionSpec = {
  flags: '--only <parts>',
  text: 'only these: apps, permissions, webhooks/new-route, …; with commas',
}

export const SECRETS: OptionSpec = {
  flags: '--secrets <file>',
  text: 'lines SLUICE_SECRET_NAME=value (mode 0600), beside the environment',
}

/** The folder of the definitions, and what it holds. */
export type DefinitionSource = {
  root: string
  files: FolderFiles
  scope: DefinitionScope
  definitions: readonly FileDefinition[]
}

export const rootOf = ({ flags, directory, config }: CommandContext): string =>
  flags.dir === undefined ? config().folder : resolve(directory, flags.dir)

/** @throws CliError */
export function readOnly(input: CommandInput): readonly string[] {
  const parts = (input.text('only') ?? '')
    .split(',')
    .map(part => part.trim().replace(/\/$/, ''))
    .filter(Boolean)
  const stranger = parts.find(part => !isFolder(part.split('/')[0] ?? ''))
  if (stranger !== undefined) {
    throw usageError(
      `--only does not know "${stranger}".`,
      `It takes: ${DEFINITION_FOLDERS.join(', ')}, each with /<id> or without.`,
    )
  }
  return parts
}

/** Reads the folder. @throws CliError with all faults of all files, where there is one */
export function readSource(context: CommandContext, input: CommandInput): DefinitionSource {
  const root = rootOf(context)
  const files = readFiles(root)
  const present = presentFolders(files)
  if (present.size === 0) {
    throw usageError(`There are no definitions in ${root}.`, 'sluice init, or sluice pull, takes them from a server.')
  }
  const scope = createScope(readOnly(input), present)
  const { definitions, faults, strangers } = readFolder(files, scope)
  const shown = (file: string) => relative(context.directory, join(root, file)) || file
  if (faults.length > 0) {
    throw new CliError(
      `${faults.length === 1 ? 'A file is' : `${faults.length} places of files are`} malformed. Nothing was sent.`,
      {
        exitCode: EXIT.usage,
        lines: faults.map(fault => visible(faultText({ ...fault, file: shown(fault.file) }))),
      },
    )
  }
  for (const file of strangers)
    context.terminal.note(visible(`${shown(file)} is no file of definitions, and left aside.`))
  return { root, files, scope, definitions }
}

export async function openDefinitionTarget(context: CommandContext): Promise<DefinitionTarget> {
  return openTarget(await context.client(), context.profile().url, context.signal)
}

export const ALL_FOLDERS: ReadonlySet<DefinitionFolder> = new Set(DEFINITION_FOLDERS)
