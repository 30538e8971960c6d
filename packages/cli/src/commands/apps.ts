import { type SluiceClient, SluiceError } from '@sluice/sdk'
import { CliError, EXIT, type ExitCode, usageError } from '../cli-error.ts'
import { instantText, isObject, listOf, memberOf, objectOf, printJson, textOf } from '../json-values.ts'
import { printTable } from '../output/table.ts'
import { type Terminal, visible } from '../output/terminal.ts'
import type { CommandInput, CommandSpec } from '../program/command.ts'
import type { CommandContext } from '../program/context.ts'
import { openDefaultDatabase } from '../program/sign-in.ts'
import { readInput, readJsonInput } from '../read-input.ts'
import { draft } from './draft-app.ts'
import { OPERATION, readVariables, VARIABLE } from './requests.ts'
import { switchCommand } from './switch-command.ts'

type AppsCalls = SluiceClient['apps']

const appsOf = async (context: CommandContext): Promise<AppsCalls> => (await openDefaultDatabase(context)).apps

const list: CommandSpec = {
  name: 'apps list',
  summary: 'List the GraphQL apps',
  examples: ['sluice apps list', 'sluice apps list --json'],
  async run(context) {
    const { terminal, signal } = context
    const apps = await Array.fromAsync((await appsOf(context)).list({ signal }))
    if (terminal.isJson) terminal.printDocument(apps)
    else {
      const rows = apps.map(({ _id, descriptor }) => [
        idText(_id),
        descriptor.name,
        `/graphql/${descriptor.uri ?? idText(_id)}`,
        descriptor.enabled === false ? 'disabled' : 'enabled',
      ])
      printTable(terminal, ['id', 'name', 'path', 'state'], rows)
    }
  },
}

const idText = (id: unknown): string => textOf(memberOf(id, '$oid') ?? id)

const get: CommandSpec = {
  name: 'apps get',
  parameters: '<id>',
  summary: 'Print an app as it is stored',
  examples: ['sluice apps get flights'],
  async run(context, input) {
    const { app } = await (await appsOf(context)).get(input.argument(0), { signal: context.signal })
    context.terminal.write(printJson(app))
  },
}

const appSwitch = (word: 'enable' | 'disable', summary: string): CommandSpec =>
  switchCommand({
    group: 'apps',
    noun: 'App',
    example: 'flights',
    word,
    summary,
    async change(context, id, enabled) {
      const { signal } = context
      const apps = await appsOf(context)
      const { etag } = await apps.get(id, { signal })
      await apps.patch(id, { descriptor: { enabled } }, { signal, ifMatch: etag })
    },
  })

const schema: CommandSpec = {
  name: 'apps schema',
  parameters: '<id>',
  summary: 'Print the schema of an app, as a text',
  examples: ['sluice apps schema flights > schema.graphql'],
  async run(context, input) {
    const { terminal, signal } = context
    const text = await (await appsOf(context)).schema(input.argument(0), { signal })
    if (terminal.isJson) terminal.printDocument({ schema: text })
    else terminal.write(text.endsWith('\n') ? text : `${text}\n`)
  },
}

const versions: CommandSpec = {
  name: 'apps versions',
  parameters: '<id>',
  summary: 'List the versions of an app that are kept, newest first',
  examples: ['sluice apps versions flights'],
  async run(context, input) {
    const { terminal, signal } = context
    const kept = await (await appsOf(context)).versions.list(input.argument(0), { signal })
    if (terminal.isJson) terminal.printDocument(kept)
    else {
      const rows = kept.map(({ version, at, by }) => [version, instantText(at), by ?? '-'])
      printTable(terminal, ['version', 'at', 'by'], rows)
    }
  },
}

const restore: CommandSpec = {
  name: 'apps restore',
  parameters: '<id> <version>',
  summary: 'Make an app what it was in a version; that is a new version',
  examples: ['sluice apps restore flights 3'],
  async run(context, input) {
    const { terminal, signal } = context
    const [id, text] = [input.argument(0), input.argument(1)]
    if (!/^\d{1,15}$/.test(text)) throw usageError('A version is a whole number.', `sluice apps versions ${id}`)
    const apps = await appsOf(context)
    const { etag } = await apps.get(id, { signal })
    const app = await apps.versions.restore(id, Number(text), { signal, ifMatch: etag })
    if (terminal.isJson) terminal.printDocument(app)
    else terminal.note(visible(`App ${id} is as it was in version ${text}.`))
  },
}

const explain: CommandSpec = {
  name: 'apps explain',
  parameters: '<id> [file]',
  summary: 'Show what a query of an app would read: collections and filters; with --execute also indexes and times',
  examples: [
    'sluice apps explain flights airports.graphql --var state=CA',
    `echo '{ airport(iata: "SFO") { city } }' | sluice apps explain flights - --execute`,
  ],
  options: [VARIABLE, OPERATION, { flags: '--execute', text: 'run it, and show the indexes that were used' }],
  async run(context, input): Promise<ExitCode> {
    const { terminal, signal } = context
    const body = await explanationBody(input)
    const answer = await (await appsOf(context)).explain(input.argument(0), body, { signal })
    if (terminal.isJson) terminal.printDocument(answer)
    else tellExplanation(terminal, answer)
    const isFaulty = answer.fields.some(({ error }) => error !== undefined)
    return isFaulty || (answer.executed?.errors.length ?? 0) > 0 ? EXIT.failed : EXIT.done
  },
}

type AppExplanation = Awaited<ReturnType<AppsCalls['explain']>>

function tellExplanation(terminal: Terminal, { plan, fields, executed }: AppExplanation): void {
  // A service of the version before says nothing of it.
  if (plan !== undefined) terminal.note(visible(planWords(plan)))
  const rows = fields.map(field => [field.path, field.collection, field.how, field.error ?? partsOf(field)])
  printTable(terminal, ['field', 'collection', 'by', 'filter or stages'], rows)
  if (executed === undefined) return
  const ran = executed.commands.map(command => [
    command.collection,
    command.documents ?? '-',
    command.ms ?? '-',
    command.index ?? 'no index',
  ])
  printTable(terminal, ['collection', 'documents', 'ms', 'index'], ran)
  for (const { message } of executed.errors) terminal.note(visible(`! ${message}`))
}

function planWords({ kind, why, bounds, isCut }: AppExplanation['plan']): string {
  const { documents, timeMs, commandsAtOnce } = bounds
  const cut = isCut ? ` More fields than these ${MAX_TOLD} ask the store.` : ''
  return `Plan: ${kind}${why ? ` (${why})` : ''}, ${documents} documents and ${timeMs} ms at most, ${commandsAtOnce} commands at once.${cut}`
}

/** Fields that an explanation lists. */
const MAX_TOLD = 500

async function explanationBody(input: CommandInput) {
  const operationName = input.text('operation')
  return {
    query: await readInput(input.optionalArgument(1) ?? '-'),
    variables: readVariables(input),
    execute: input.isSet('execute'),
    ...(operationName !== undefined && { operationName }),
  }
}

const partsOf = ({ filter, stages }: { filter?: unknown; stages?: unknown }): string =>
  JSON.stringify(filter ?? stages ?? {})

const push: CommandSpec = {
  name: 'apps documents push',
  parameters: '<id> <file>',
  summary: 'Register trusted documents of a code generator; those that are there stay',
  examples: [
    'sluice apps documents push flights persisted-documents.json',
    'sluice apps documents push flights persisted-documents.json --replace',
  ],
  options: [{ flags: '--replace', text: 'those that the file does not have are taken out' }],
  async run(context, input) {
    const { terminal } = context
    const pushed = await readDocuments(input.argument(1))
    const { before, wanted } = await pushDocuments(context, input, pushed)
    const counts = {
      added: Object.keys(wanted).filter(hash => !Object.hasOwn(before, hash)).length,
      removed: Object.keys(before).filter(hash => !Object.hasOwn(wanted, hash)).length,
      total: Object.keys(wanted).length,
    }
    if (terminal.isJson) terminal.printDocument(counts)
    else terminal.print(`${counts.added} added, ${counts.removed} removed, ${counts.total} in all`)
  },
}

type TextsByHash = Readonly<Record<string, string>>

/** How often documents are put beside those of others who push at the same time. */
const MAX_PUSHES = 5

/** @throws SluiceError, `PRECONDITION_FAILED` where those to be replaced have changed in between */
async function pushDocuments(
  context: CommandContext,
  input: CommandInput,
  pushed: TextsByHash,
): Promise<{ before: TextsByHash; wanted: TextsByHash }> {
  const { signal } = context
  const id = input.argument(0)
  const isReplaced = input.isSet('replace')
  const { documents } = await appsOf(context)
  for (let pushes = 1; ; pushes += 1) {
    const { documents: before, etag } = await documents.get(id, { signal })
    const wanted = isReplaced ? pushed : { ...before, ...pushed }
    try {
      await documents.put(id, wanted, { signal, ifMatch: etag })
      return { before, wanted }
    } catch (error) {
      const isChanged = error instanceof SluiceError && error.code === 'PRECONDITION_FAILED'
      if (!isChanged || isReplaced || pushes === MAX_PUSHES) throw error
    }
  }
}

/** @throws CliError where the file is no object of texts */
async function readDocuments(file: string): Promise<Record<string, string>> {
  const value = await readJsonInput(file)
  const entries = Object.entries(objectOf(value)).map(([hash, text]): [string, string] => {
    if (!/^[0-9a-f]{64}$/.test(hash) || typeof text !== 'string') throw malformed(file, visible(hash))
    return [hash, text]
  })
  if (!isObject(value) || listOf(value).length > 0) throw malformed(file, 'the whole')
  return Object.fromEntries(entries)
}

const malformed = (file: string, where: string): CliError =>
  new CliError(`${file} is no list of trusted documents: {"<sha256>": "<document>"}.`, {
    exitCode: EXIT.usage,
    lines: [`  ${where}: a SHA-256 in 64 hex digits, and a text, are wanted.`],
  })

export const APP_COMMANDS: readonly CommandSpec[] = [
  list,
  get,
  appSwitch('enable', 'Let an app answer'),
  appSwitch('disable', 'Have an app answer no more; it stays as it is'),
  schema,
  versions,
  restore,
  draft,
  explain,
  push,
]
