import type { CallAttemptReport, SluiceClient } from '@sluice/sdk'
import { CommanderError } from 'commander'
import { EXIT, type ExitCode, usageError } from './cli-error.ts'
import { COMMANDS, GROUPS } from './commands/commands.ts'
import { reportError } from './output/report-error.ts'
import { createTerminal, type Terminal } from './output/terminal.ts'
import { type ProjectConfig, readConfig } from './profiles/config-file.ts'
import { type CredentialStore, openCredentials } from './profiles/credentials.ts'
import type { EnvironmentVariables } from './profiles/environment.ts'
import type { CommandContext, GlobalFlags } from './program/context.ts'
import { buildProgram } from './program/program.ts'
import { chooseProfile, openClient } from './program/sign-in.ts'

/** What the process gives to a run. */
export type RunSurroundings = {
  environment: EnvironmentVariables
  directory: string
  stdin: NodeJS.ReadStream
  stdout: NodeJS.WriteStream
  stderr: NodeJS.WriteStream
  /** Aborts with Ctrl-C. */
  signal: AbortSignal
}

/** Runs one command line, without the names of program and script. @returns the exit code */
export async function runCommandLine(words: readonly string[], surroundings: RunSurroundings): Promise<ExitCode> {
  let exitCode: ExitCode = EXIT.done
  let terminal = terminalOf({}, surroundings)
  const program = buildProgram(COMMANDS, GROUPS, async (spec, input, flags) => {
    terminal = terminalOf(flags, surroundings)
    exitCode = (await spec.run(createContext(readGlobalFlags(flags), terminal, surroundings), input)) ?? EXIT.done
  })
  program.configureOutput({
    writeOut: text => void surroundings.stdout.write(text),
    writeErr: text => void surroundings.stderr.write(text),
  })
  try {
    await program.parseAsync([...words], { from: 'user' })
    return exitCode
  } catch (error) {
    if (error instanceof CommanderError) return exitOfParser(error)
    if (surroundings.signal.aborted) return EXIT.interrupted
    return reportError(terminal, error)
  }
}

/** The parser has said itself what is wrong. */
const exitOfParser = ({ code, exitCode }: CommanderError): ExitCode =>
  exitCode === 0 || code === 'commander.helpDisplayed' ? EXIT.done : EXIT.usage

function terminalOf(
  flags: Readonly<Record<string, unknown>>,
  { environment, stdin, stdout, stderr }: RunSurroundings,
): Terminal {
  const canAsk = stdin.isTTY === true && stderr.isTTY === true && !environment.CI && flags.input !== false
  return createTerminal({
    stdout,
    stderr,
    isJson: flags.json === true,
    isQuiet: flags.quiet === true,
    hasColour: flags.color !== false && environment.TERM !== 'dumb',
    isInteractive: canAsk,
  })
}

function createContext(
  flags: GlobalFlags,
  terminal: Terminal,
  surroundings: Pick<RunSurroundings, 'environment' | 'directory' | 'signal'>,
): CommandContext {
  const { environment, directory, signal } = surroundings
  let config: ProjectConfig | undefined
  let credentials: CredentialStore | undefined
  let client: Promise<SluiceClient> | undefined
  const context: CommandContext = {
    environment,
    directory,
    flags,
    terminal,
    signal,
    credentials() {
      credentials ??= openCredentials(environment)
      return credentials
    },
    config() {
      config ??= readConfig(directory)
      return config
    },
    profile: () => chooseProfile(context),
    client() {
      client ??= openClient(context)
      return client
    },
    at: url => createContext({ ...flags, url }, terminal, surroundings),
    onRequest: flags.isDebug ? report => terminal.complain(debugLine(report)) : undefined,
  }
  return context
}

function readGlobalFlags(flags: Readonly<Record<string, unknown>>): GlobalFlags {
  const text = (name: string): string | undefined => {
    const value = flags[name]
    return typeof value === 'string' ? value : undefined
  }
  return {
    profile: text('profile'),
    url: text('url'),
    dir: text('dir'),
    isAgreed: flags.yes === true,
    isDebug: flags.debug === true,
    timeoutMs: readTimeout(text('timeout')) * 1_000,
  }
}

const TIMEOUT_SECONDS = 30

function readTimeout(text: string | undefined): number {
  if (text === undefined) return TIMEOUT_SECONDS
  const seconds = Number(text)
  if (!(seconds > 0) || seconds > 3_600) throw usageError('--timeout has to be a number of seconds, to 3600.')
  return seconds
}

/** A call as `--debug` tells it: nothing of its headers, query or body. */
const debugLine = ({ method, path, status, durationMs, requestId }: CallAttemptReport): string =>
  `debug: ${method} ${path} ${status ?? 'no answer'} ${Math.round(durationMs)} ms${requestId ? ` ${requestId}` : ''}`
