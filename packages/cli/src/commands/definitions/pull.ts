import { relative } from 'node:path'
import { type DefinitionTarget, readDefinitions } from '../../apply/target.ts'
import { CliError, EXIT, type ExitCode } from '../../cli-error.ts'
import {
  createScope,
  type DefinitionScope,
  isFolder,
  labelOf,
  type SluiceDefinition,
} from '../../definitions/definition.ts'
import { type FolderFiles, folderFiles } from '../../definitions/folder-files.ts'
import { presentFolders, readFolder } from '../../definitions/read-folder.ts'
import { secretInUrl, withReferences } from '../../definitions/webhook-values.ts'
import { changeFiles, compareFiles, type FolderChange, isInScope, readFiles } from '../../folder/folder-store.ts'
import { readValues } from '../../folder/secret-values.ts'
import { textOf } from '../../json-values.ts'
import { visible } from '../../output/terminal.ts'
import type { CommandInput, CommandSpec } from '../../program/command.ts'
import type { CommandContext } from '../../program/context.ts'
import { ALL_FOLDERS, ONLY, openDefinitionTarget, readOnly, rootOf } from './definition-source.ts'

export const pull: CommandSpec = {
  name: 'pull',
  summary: 'Write the definitions of the server into the folder',
  examples: ['sluice pull', 'sluice pull -p production --check', 'sluice pull --only apps,webhooks/new-route'],
  options: [
    ONLY,
    { flags: '--secret-urls', text: 'of addresses of webhooks, write what is behind the host as a secret' },
    { flags: '--check', text: 'write nothing; exit 4 when files would change' },
  ],
  async run(context, input) {
    return pullInto(context, input, await openDefinitionTarget(context))
  },
}

/** Writes what the target has into the folder. Nothing is written before all is read and looked at. */
export async function pullInto(
  context: CommandContext,
  input: CommandInput,
  target: DefinitionTarget,
): Promise<ExitCode> {
  const root = rootOf(context)
  const before = readFiles(root)
  const scope = pullScope(context, input, before)
  const stored = await readDefinitions(target, scope)
  const definitions = withLocalReferences(context, input, { stored, before })
  const wanted = folderFiles(definitions, new Set([...ALL_FOLDERS].filter(folder => scope.hasFolder(folder))))
  refuseSecrets(wanted)
  const changes = compareFiles(before, wanted, path => isInScope(scope, path))
  for (const definition of definitions) warnOfUrl(context, definition)
  if (!input.isSet('check')) changeFiles(root, wanted, changes)
  tellChanges(context, changes, { root, isCheck: input.isSet('check') })
  return input.isSet('check') && changes.length > 0 ? EXIT.differences : EXIT.done
}

/** A folder that is not there is not taken up, unless nothing is there, or it is named. */
function pullScope(context: CommandContext, input: CommandInput, before: FolderFiles): DefinitionScope {
  const only = readOnly(input)
  const present = presentFolders(before)
  const named = only.flatMap(part => [part.split('/')[0] ?? '']).filter(isFolder)
  const folders = present.size === 0 ? ALL_FOLDERS : new Set([...present, ...named])
  const left = [...ALL_FOLDERS].filter(folder => !folders.has(folder))
  if (left.length > 0 && only.length === 0) {
    context.terminal.note(`Left aside, as the folder has none: ${left.join(', ')} (--only ${left[0]} takes them up).`)
  }
  return createScope(only, folders)
}

function withLocalReferences(
  context: CommandContext,
  input: CommandInput,
  { stored, before }: { stored: readonly SluiceDefinition[]; before: FolderFiles },
): SluiceDefinition[] {
  const values = readValues(context, undefined)
  const readable = readFolder(before, createScope([], ALL_FOLDERS)).definitions
  const local = new Map(readable.map(one => [labelOf(one), one.document]))
  return stored.map(definition => {
    if (definition.kind !== 'webhook' && definition.kind !== 'mail-server') return definition
    const prefix = definition.kind === 'webhook' ? `WEBHOOK_${definition.key}` : 'MAIL_SERVER'
    const options = { values, prefix, isUrlSecret: input.isSet('secretUrls') }
    return { ...definition, document: withReferences(definition.document, local.get(labelOf(definition)), options) }
  })
}

const SECRET_FORM = /slk_[0-9A-Za-z]{40,}|whsec_[0-9A-Za-z+/]{24,}/

/** @throws CliError where a file would hold what has the form of a secret of Sluice */
function refuseSecrets(wanted: FolderFiles): void {
  const files = [...wanted].filter(([, text]) => SECRET_FORM.test(text)).map(([path]) => path)
  if (files.length === 0) return
  throw new CliError('The server has definitions that hold an API key or a signing secret. Nothing was written.', {
    exitCode: EXIT.failed,
    lines: files.map(file => `  ${file}`),
    advice: ['Take it out there: sluice keys leaked - ends a key.'],
  })
}

function warnOfUrl({ terminal }: CommandContext, { kind, key, document }: SluiceDefinition): void {
  const part = kind === 'webhook' ? secretInUrl(textOf(document.url)) : undefined
  if (part !== undefined)
    terminal.note(visible(`! The address of webhook ${key} may hold a secret in ${part}: --secret-urls`))
}

function tellChanges(
  { terminal, directory }: CommandContext,
  changes: readonly FolderChange[],
  { root, isCheck }: { root: string; isCheck: boolean },
): void {
  const folder = relative(directory, root) || '.'
  if (terminal.isJson) {
    terminal.printDocument({ folder, isWritten: !isCheck, changes })
    return
  }
  for (const { path, change } of changes)
    terminal.print(visible(`${change === 'written' ? '~' : '-'} ${folder}/${path}`))
  if (changes.length === 0) terminal.note(`${folder} is as the server is.`)
  else terminal.note(`${changes.length} files ${isCheck ? 'would change' : 'changed'}.`)
}
