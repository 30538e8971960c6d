import { existsSync } from 'node:fs'
import { type SluiceClient, unwrap } from '@sluice/sdk'
import { CliError, EXIT, type ExitCode, usageError } from '../cli-error.ts'
import { instantText, printJson } from '../json-values.ts'
import { wantTyped } from '../output/prompt.ts'
import { printTable } from '../output/table.ts'
import { visible } from '../output/terminal.ts'
import { writePrivateFile } from '../profiles/credentials.ts'
import type { CommandInput, CommandSpec } from '../program/command.ts'
import type { CommandContext } from '../program/context.ts'
import { readInput } from '../read-input.ts'
import { secondsOf } from '../seconds.ts'

type ListedApiKey = Awaited<ReturnType<ReturnType<SluiceClient['keys']['list']>['page']>>['items'][number]
type SecretRecord = Awaited<ReturnType<SluiceClient['keys']['issue']>>

const OUT = { flags: '--out <file>', text: 'write it there (mode 0600) instead of printing it' } as const

const issue: CommandSpec = {
  name: 'keys issue',
  summary: 'Issue an API key for yourself and print it, once',
  examples: [
    'sluice keys issue --name ci --role deployer --expires 30 --out ci.key',
    'KEY=$(sluice keys issue --name script --role flight-reader)',
  ],
  options: [
    { flags: '--name <name>', text: 'what it is for (1 to 100 characters)' },
    { flags: '--role <role>', text: 'what you may give: sluice keys policy', isRepeatable: true },
    { flags: '--expires <days>', text: 'default 90, or what the permission allows' },
    OUT,
  ],
  async run(context, input) {
    const name = input.requiredText('name')
    const days = input.wholeNumber('expires', 1)
    refuseExisting(input.text('out'))
    const client = await context.client()
    const body = { name, roles: [...input.texts('role')], ...(days !== undefined && { expiresIn: days }) }
    giveSecret(context, await client.keys.issue(body, { signal: context.signal }), input)
  },
}

/** A file that is there may hold the only copy of another key. @throws CliError */
function refuseExisting(file: string | undefined): void {
  if (file !== undefined && existsSync(file))
    throw usageError(`${file} is there already.`, 'Name another file, or remove it.')
}

/** Prints the secret alone on standard output, or writes it to its file; the record goes beside it. */
function giveSecret({ terminal }: CommandContext, record: SecretRecord, input: CommandInput): void {
  const file = input.text('out')
  const { key, ...shown } = record
  if (file !== undefined) writePrivateFile(file, `${key}\n`)
  if (terminal.isJson) {
    terminal.printDocument(file === undefined ? record : { ...shown, file })
    return
  }
  if (file === undefined) terminal.print(key)
  const where = file === undefined ? '' : `, written to ${file}`
  terminal.note(
    visible(
      `Key ${record._id} "${record.name}" (${record.roles.join(', ') || 'no roles'}), ends ${instantText(record.expiresAt)}${where}.`,
    ),
  )
}

const list: CommandSpec = {
  name: 'keys list',
  summary: 'List your keys, or with --all those of everybody',
  examples: [
    'sluice keys list',
    'sluice keys list --all --never-used',
    'sluice keys list --user amelia --expires-within 14',
  ],
  options: [
    { flags: '--all', text: 'keys of all users' },
    { flags: '--user <name>', text: 'keys of one user' },
    { flags: '--never-used', text: 'keys of anybody that were never used' },
    { flags: '--idle <days>', text: 'keys of anybody that were not used for so long' },
    { flags: '--expires-within <days>', text: 'keys of anybody that end so soon' },
  ],
  async run(context, input) {
    const { terminal, signal } = context
    const client = await context.client()
    const filters = keyFilters(input)
    const isAboutAll = input.isSet('all') || Object.keys(filters).length > 0
    const pages = isAboutAll ? client.admin.keys.list({ ...filters, signal }) : client.keys.list({ signal })
    const keys = await Array.fromAsync(pages)
    if (terminal.isJson) terminal.printDocument(keys)
    else printTable(terminal, ['id', 'name', 'user', 'roles', 'expires', 'last used', 'hint'], keys.map(rowOf))
  },
}

const rowOf = ({ _id, name, user, roles, expiresAt, lastUsedAt, hint }: ListedApiKey) => [
  _id,
  name,
  user,
  roles.join(','),
  instantText(expiresAt),
  lastUsedAt === undefined ? 'never' : instantText(lastUsedAt),
  `…${hint}`,
]

function keyFilters(input: CommandInput) {
  const user = input.text('user')
  const idleDays = input.wholeNumber('idle', 1)
  const expiresWithinDays = input.wholeNumber('expiresWithin', 1)
  return {
    ...(user !== undefined && { user }),
    ...(input.isSet('neverUsed') && { neverUsed: true }),
    ...(idleDays !== undefined && { idleDays }),
    ...(expiresWithinDays !== undefined && { expiresWithinDays }),
  }
}

const get: CommandSpec = {
  name: 'keys get',
  parameters: '<id>',
  summary: 'Print what is known of a key; its secret is not',
  examples: [
    'sluice keys get 01a20723-e885-7337-b942-67e055edc8cb',
    'sluice keys get 01a20723-e885-7337-b942-67e055edc8cb --of-anybody',
  ],
  options: [{ flags: '--of-anybody', text: 'it may be a key of somebody else' }],
  async run(context, input) {
    const { terminal, signal } = context
    const id = input.argument(0)
    const client = await context.client()
    const key = input.isSet('ofAnybody')
      ? await unwrap(client.raw.GET('/admin/keys/{id}', { params: { path: { id } }, signal }))
      : await findOwn(client, id, signal)
    if (key !== undefined) return terminal.write(printJson(key))
    throw new CliError('There is no such key.', { exitCode: EXIT.failed, advice: ['sluice keys list shows them.'] })
  },
}

async function findOwn(client: SluiceClient, id: string, signal: AbortSignal) {
  for await (const key of client.keys.list({ signal })) if (key._id === id) return key
  return undefined
}

const usage: CommandSpec = {
  name: 'keys usage',
  parameters: '<id>',
  summary: 'Count the requests of a key of yours by day',
  examples: ['sluice keys usage 01a20723-e885-7337-b942-67e055edc8cb'],
  async run({ terminal, signal, client }, input) {
    const { days } = await (await client()).keys.usage(input.argument(0), { signal })
    if (terminal.isJson) terminal.printDocument({ days })
    else
      printTable(
        terminal,
        ['day', 'requests'],
        days.map(({ day, requests }) => [day, requests]),
      )
  },
}

const policy: CommandSpec = {
  name: 'keys policy',
  summary: 'Say what keys you may issue, or why none',
  examples: ['sluice keys policy'],
  async run({ terminal, signal, client }): Promise<ExitCode> {
    const answer = await (await client()).keys.policy({ signal })
    if (terminal.isJson) terminal.printDocument(answer)
    else if (answer.canIssue) {
      terminal.print(visible(`roles      ${answer.roles.join(', ') || 'none'}`))
      terminal.print(`lifetime   ${answer.defaultExpiresInDays} days, ${answer.maxExpiresInDays} at most`)
      terminal.print(`keys left  ${answer.keysLeft} of ${answer.maxKeysPerUser}`)
      terminal.print(visible(`by         permission ${answer.permission}`))
    } else terminal.print(visible(`${answer.code}: ${answer.detail}`))
    return answer.canIssue ? EXIT.done : EXIT.notAllowed
  },
}

const rotate: CommandSpec = {
  name: 'keys rotate',
  parameters: '<id>',
  summary: 'Give a key a new secret and print it, once; the old one works on for the grace time',
  examples: ['sluice keys rotate 01a20723-e885-7337-b942-67e055edc8cb --grace 1h --out ci.key'],
  options: [
    { flags: '--grace <time>', text: 'how long the old secret works on: 90s, 10m, 1h, 2d; 0s without it' },
    OUT,
  ],
  async run(context, input) {
    const graceSeconds = secondsOf(input.text('grace') ?? '0s')
    refuseExisting(input.text('out'))
    const client = await context.client()
    giveSecret(
      context,
      await client.keys.rotate(input.argument(0), { graceSeconds }, { signal: context.signal }),
      input,
    )
  },
}

const revoke: CommandSpec = {
  name: 'keys revoke',
  parameters: '[id...]',
  summary: 'Revoke keys of yours by their ids, or all keys of a user',
  examples: [
    'sluice keys revoke 01a20723-e885-7337-b942-67e055edc8cb',
    'sluice keys revoke --user otto --dry-run',
    'sluice keys revoke 01a20723-e885-7337-b942-67e055edc8cb --of-anybody',
  ],
  options: [
    { flags: '--user <name>', text: 'all keys of this user' },
    { flags: '--of-anybody', text: 'the ids may be those of keys of others' },
    { flags: '--dry-run', text: 'with --user: only count them' },
  ],
  async run(context, input) {
    const ids = input.rest(0)
    const user = input.text('user')
    if ((user === undefined) === (ids.length === 0)) throw usageError('Name the keys by their ids, or a --user.')
    if (user === undefined) await revokeByIds(context, ids, input.isSet('ofAnybody'))
    else await revokeOfUser(context, user, input.isSet('dryRun'))
  },
}

async function revokeByIds(context: CommandContext, ids: readonly string[], isOfAnybody: boolean): Promise<void> {
  const { terminal, signal } = context
  const client = await context.client()
  const revoked: string[] = []
  for (const id of ids) {
    await (isOfAnybody ? client.admin.keys.revoke(id, { signal }) : client.keys.revoke(id, { signal }))
    revoked.push(id)
    terminal.note(visible(`Revoked ${id}.`))
  }
  if (terminal.isJson) terminal.printDocument({ revoked })
}

async function revokeOfUser(context: CommandContext, user: string, isDryRun: boolean): Promise<void> {
  const { terminal, signal, flags } = context
  const client = await context.client()
  const { matched } = await client.admin.keys.revokeMany({ user, dryRun: true, signal })
  if (!isDryRun && matched > 0 && !flags.isAgreed) {
    const question = visible(`This revokes ${matched} keys of ${user}. Type the number to go on: `)
    const isMeant = await wantTyped(terminal, { question, answer: String(matched), flag: '--yes' })
    if (!isMeant) throw new CliError('Nothing was revoked.', { exitCode: EXIT.usage })
  }
  const result = isDryRun ? { matched, revoked: 0 } : await client.admin.keys.revokeMany({ user, signal })
  if (terminal.isJson) terminal.printDocument(result)
  else terminal.print(`${result.revoked} of ${result.matched} revoked`)
}

const leaked: CommandSpec = {
  name: 'keys leaked',
  parameters: '<source>',
  summary: 'End a secret that has leaked, read from a file or - for standard input',
  examples: ['sluice keys leaked - < found.txt'],
  async run({ terminal, signal, client }, input) {
    const source = input.argument(0)
    if (/^slk_/.test(source)) {
      throw usageError(
        'A secret is no argument: others can see the arguments of a process.',
        'Give it on standard input: sluice keys leaked -',
      )
    }
    await (await client()).keys.leaked((await readInput(source)).trim(), { signal })
    terminal.note('If it was a key, it works no more.')
  },
}

export const KEY_COMMANDS: readonly CommandSpec[] = [issue, list, get, usage, policy, rotate, revoke, leaked]
