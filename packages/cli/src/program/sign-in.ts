import { createSluice, type SluiceClient, type SluiceOptions, type SluiceSignIn, VERSION } from '@sluice/sdk'
import { CliError, EXIT, usageError } from '../cli-error.ts'
import type { ServerProfile } from '../profiles/config-file.ts'
import type { StoredCredential } from '../profiles/credentials.ts'
import { readTextFile } from '../read-input.ts'
import type { CommandContext } from './context.ts'

const RENEW_BEFORE_MS = 10 * 60_000
/** A session is renewed while it is used, but not for longer than this. */
const LONGEST_SESSION_MS = 12 * 3_600_000

type ProfileSource = Pick<CommandContext, 'flags' | 'environment' | 'config'>

/** The server that is meant: `--url`, `SLUICE_URL`, or the profile. @throws CliError where its address can't be used */
export function chooseProfile(source: ProfileSource): ServerProfile {
  const profile = namedProfile(source)
  const url = source.flags.url ?? source.environment.SLUICE_URL
  const chosen = url === undefined ? profile : { ...(profile ?? NAMELESS), url }
  if (chosen === undefined) {
    throw usageError('Which server? Nothing names one.', 'Give --url or SLUICE_URL, or make a profile: sluice init')
  }
  refuseCredentials(chosen.url)
  return chosen
}

/** Addresses are printed. @throws CliError, which has nothing of the address */
function refuseCredentials(url: string): void {
  const parsed = URL.parse(url)
  if (parsed === null || (parsed.username === '' && parsed.password === '')) return
  throw usageError(
    'The address of the server has a user or a password in it.',
    'Leave them out: sluice login, or SLUICE_USER with SLUICE_PASSWORD_FILE.',
  )
}

function namedProfile({ flags, environment, config }: ProfileSource): ServerProfile | undefined {
  const { file, defaultProfile, profiles } = config()
  const asked = flags.profile ?? environment.SLUICE_PROFILE
  const name = asked ?? defaultProfile
  const profile = name === undefined ? undefined : profiles.get(name)
  if (asked === undefined || profile !== undefined) return profile
  throw usageError(
    `There is no profile "${asked}".`,
    file === undefined ? 'sluice init makes sluice.config.json.' : `${file} has: ${[...profiles.keys()].join(', ')}`,
  )
}

const NAMELESS: ServerProfile = { name: 'server', url: '', isProtected: false, variables: {} }

/** @throws CliError where a credential can't be used */
export async function openClient(context: CommandContext): Promise<SluiceClient> {
  const { url } = context.profile()
  return connect(context, url, await signInOf(context, url))
}

/**
 * Opens a client whose apps and permissions are those of the default database: the dedicated tier has them under its name.
 * @throws CliError where a credential can't be used
 */
export async function openDefaultDatabase(context: CommandContext): Promise<SluiceClient> {
  const client = await context.client()
  const { service } = await client.whoami({ signal: context.signal })
  if (service.tier !== 'dedicated') return client
  const { url } = context.profile()
  return connect(context, url, { ...(await signInOf(context, url)), database: service.defaultDatabase })
}

/** A client of one address, by these credentials. */
export const connect = (
  { flags, onRequest }: Pick<CommandContext, 'flags' | 'onRequest'>,
  url: string,
  signIn: SluiceSignIn & Pick<SluiceOptions, 'database'>,
): SluiceClient => {
  const options: SluiceOptions = {
    ...signIn,
    url,
    timeoutMs: flags.timeoutMs,
    headers: { 'sluice-client': `cli/${VERSION}` },
    onRequest,
  }
  return createSluice(options)
}

async function signInOf(context: CommandContext, url: string): Promise<SluiceSignIn> {
  const { SLUICE_KEY, SLUICE_KEY_FILE, SLUICE_USER, SLUICE_PASSWORD_FILE } = context.environment
  if (SLUICE_KEY) return { key: SLUICE_KEY.trim() }
  if (SLUICE_KEY_FILE) return { key: (await readTextFile(SLUICE_KEY_FILE)).trim() }
  if (SLUICE_USER && SLUICE_PASSWORD_FILE) {
    return { user: SLUICE_USER, password: (await readTextFile(SLUICE_PASSWORD_FILE)).replace(/\r?\n$/, '') }
  }
  if (SLUICE_USER)
    throw usageError('SLUICE_USER is set without SLUICE_PASSWORD_FILE.', 'Name the file that holds the password.')
  const stored = context.credentials().get(url)
  if (stored === undefined) return {}
  return stored.kind === 'key' ? { key: stored.key } : { session: await liveSession(context, url, stored) }
}

/** The session's token, renewed where it ends soon. @throws CliError where it is over */
async function liveSession(
  context: CommandContext,
  url: string,
  { token, expiresAt, startedAt }: StoredCredential & { kind: 'session' },
): Promise<string> {
  const now = Date.now()
  if (now >= expiresAt) {
    throw new CliError('The session is over.', { exitCode: EXIT.notAllowed, advice: ['Sign in again: sluice login'] })
  }
  if (expiresAt - now > RENEW_BEFORE_MS || now - startedAt > LONGEST_SESSION_MS) return token
  const renewed = await connect(context, url, { session: token }).token.create({ signal: context.signal })
  const credential = { token: renewed.access_token, expiresAt: now + renewed.expires_in * 1_000, startedAt }
  context.credentials().set(url, { kind: 'session', ...credential })
  return renewed.access_token
}
