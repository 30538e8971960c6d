import { usageError } from '../cli-error.ts'
import { instantText } from '../json-values.ts'
import { askHidden, askLine } from '../output/prompt.ts'
import { describeError } from '../output/report-error.ts'
import { visible } from '../output/terminal.ts'
import type { CommandInput, CommandSpec } from '../program/command.ts'
import type { CommandContext } from '../program/context.ts'
import { connect } from '../program/sign-in.ts'
import { readInput, readTextFile } from '../read-input.ts'
import { status } from './status.ts'

const login: CommandSpec = {
  name: 'login',
  summary: 'Sign in by password, or store a key, for the server of the profile',
  examples: ['sluice login -p dev', 'sluice login --user amelia', 'sluice login --key - < ci.key'],
  options: [
    { flags: '--user <name>', text: 'who signs in; asked for where it is left out' },
    { flags: '--key <file>', text: 'store a key instead: from a file, or - for standard input' },
  ],
  async run(context, input) {
    const { url } = context.profile()
    const source = input.text('key')
    if (source !== undefined) await storeKey(context, url, (await readInput(source)).trim())
    else await storeSession(context, url, input)
    return printCaller(context)
  },
}

async function storeKey(context: CommandContext, url: string, key: string): Promise<void> {
  await connect(context, url, { key }).whoami({ signal: context.signal })
  context.credentials().set(url, { kind: 'key', key })
}

async function storeSession(context: CommandContext, url: string, input: CommandInput): Promise<void> {
  const { user, password } = await askCredentials(context, input.text('user'))
  const session = await connect(context, url, { user, password }).token.create({ signal: context.signal })
  const now = Date.now()
  const credential = { token: session.access_token, expiresAt: now + session.expires_in * 1_000, startedAt: now }
  context.credentials().set(url, { kind: 'session', ...credential })
}

async function askCredentials({ terminal, environment }: CommandContext, given: string | undefined) {
  const { SLUICE_USER, SLUICE_PASSWORD_FILE } = environment
  const known = given ?? SLUICE_USER
  if (known !== undefined && SLUICE_PASSWORD_FILE) {
    return { user: known, password: (await readTextFile(SLUICE_PASSWORD_FILE)).replace(/\r?\n$/, '') }
  }
  if (!terminal.isInteractive) {
    throw usageError(
      'Nobody can be asked for a password here.',
      'Set SLUICE_USER and SLUICE_PASSWORD_FILE, or use a key: --key -',
    )
  }
  const user = known ?? (await askLine('User: '))
  return { user, password: await askHidden(`Password of ${user}: `) }
}

const logout: CommandSpec = {
  name: 'logout',
  summary: 'End the session and forget what is stored for the server',
  examples: ['sluice logout', 'sluice logout --all'],
  options: [{ flags: '--all', text: 'forget what is stored for every server' }],
  async run(context, input) {
    const store = context.credentials()
    if (input.isSet('all')) {
      context.terminal.note(`Forgot ${store.removeAll()} servers.`)
      return
    }
    const { url } = context.profile()
    const stored = store.get(url)
    if (stored?.kind === 'session' && stored.expiresAt > Date.now()) await endSession(context, url, stored.token)
    context.terminal.note(store.remove(url) ? `Signed out of ${url}.` : `Nothing was stored for ${url}.`)
  },
}

/** A session that can't be ended ends by itself, and is forgotten all the same. */
async function endSession(context: CommandContext, url: string, session: string): Promise<void> {
  try {
    await connect(context, url, { session }).token.end({ signal: context.signal })
  } catch (error) {
    context.terminal.note(`The server did not end the session (${describeError(error).message}); it ends by itself.`)
  }
}

const whoami: CommandSpec = {
  name: 'whoami',
  summary: 'Say who one is, and by what',
  examples: ['sluice whoami', 'sluice whoami -p production --json'],
  run: context => printCaller(context),
}

async function printCaller(context: CommandContext): Promise<undefined> {
  const { terminal, signal } = context
  const { url } = context.profile()
  const caller = await (await context.client()).whoami({ signal })
  if (terminal.isJson) {
    terminal.printDocument(caller)
    return
  }
  const roles = caller.roles.length === 0 ? 'no roles' : caller.roles.join(', ')
  const key = caller.key ? ` "${caller.key.name}", which expires ${instantText(caller.key.expiresAt)}` : ''
  terminal.print(visible(`${caller.id} (${roles}) at ${url}, by ${caller.via}${key}`))
}

export const SESSION_COMMANDS: readonly CommandSpec[] = [login, logout, whoami, status]
