import type { CallAttemptReport, SluiceClient } from '@sluice/sdk'
import type { Terminal } from '../output/terminal.ts'
import type { ProjectConfig, ServerProfile } from '../profiles/config-file.ts'
import type { CredentialStore } from '../profiles/credentials.ts'
import type { EnvironmentVariables } from '../profiles/environment.ts'

/** What every command is told beside its own options. */
export type GlobalFlags = {
  profile?: string | undefined
  url?: string | undefined
  dir?: string | undefined
  isAgreed: boolean
  isDebug: boolean
  timeoutMs: number
}

/** What a command works with. */
export type CommandContext = {
  environment: EnvironmentVariables
  directory: string
  flags: GlobalFlags
  terminal: Terminal
  /** Aborts with Ctrl-C. */
  signal: AbortSignal
  credentials(): CredentialStore
  config(): ProjectConfig
  /** The server that is meant. @throws CliError where none is named */
  profile(): ServerProfile
  /** A client that is signed in, or not where nothing is known to sign in with. @throws CliError */
  client(): Promise<SluiceClient>
  /** The same command, at another address. */
  at(url: string): CommandContext
  onRequest: ((report: CallAttemptReport) => void) | undefined
}
