import { GraphqlError, SluiceConnectionError, SluiceError, SluiceTimeoutError, SluiceUsageError } from '@sluice/sdk'
import { CliError, EXIT, type ExitCode } from '../cli-error.ts'
import { type Terminal, visible } from './terminal.ts'

type ErrorReport = {
  message: string
  exitCode: ExitCode
  lines: readonly string[]
  advice: readonly string[]
  json: Readonly<Record<string, unknown>>
}

/** Says what went wrong and what to do, and under `--json` the same as a document on standard output. */
export function reportError(terminal: Terminal, error: unknown): ExitCode {
  const { message, exitCode, lines, advice, json } = describeError(error)
  if (terminal.isJson) terminal.printDocument({ ...json, exitCode })
  else {
    terminal.complain(`${terminal.paint('red', 'error')}: ${visible(message)}`)
    for (const line of [...lines, ...advice.map(one => `  ${one}`)]) terminal.complain(line)
  }
  return exitCode
}

export function describeError(error: unknown): ErrorReport {
  if (error instanceof CliError) return ofCli(error)
  if (error instanceof SluiceError) return ofRefusal(error)
  if (error instanceof SluiceConnectionError || error instanceof SluiceTimeoutError) return ofSilence(error)
  if (error instanceof SluiceUsageError) return plain(error.message, EXIT.usage)
  if (error instanceof GraphqlError) return plain(error.message, EXIT.failed)
  return plain(
    error instanceof Error ? `${error.name}: ${error.message}` : 'Something unforeseen went wrong.',
    EXIT.failed,
  )
}

const plain = (message: string, exitCode: ExitCode): ErrorReport => ({
  message,
  exitCode,
  lines: [],
  advice: [],
  json: { error: message },
})

const ofCli = ({ message, exitCode, lines, advice, json }: CliError): ErrorReport => ({
  message,
  exitCode,
  lines,
  advice,
  json: json ?? { error: message, ...(lines.length > 0 && { faults: lines }), ...(advice.length > 0 && { advice }) },
})

function ofRefusal(error: SluiceError): ErrorReport {
  const { code, status, title, detail, errors, requestId } = error
  const faults = errors.map(({ path, message }) => `  ${visible(path)}: ${visible(message)}`)
  return {
    message: `${code}: ${errors.length > 0 ? title : detail}`,
    exitCode: exitOfStatus(status),
    lines: faults,
    advice: [...adviceFor(error), ...(requestId === undefined ? [] : [`Request ${visible(requestId)}.`])],
    json: { code, status, title, detail, errors, requestId },
  }
}

export function exitOfStatus(status: number): ExitCode {
  if (status === 401 || status === 403) return EXIT.notAllowed
  return status === 409 || status === 412 ? EXIT.changedMeanwhile : EXIT.failed
}

function adviceFor({ code, status, retryAfterSeconds }: SluiceError): string[] {
  if (status === 401) return ['Sign in: sluice login, or set SLUICE_KEY.']
  if (code === 'FORBIDDEN') return ['Ask the owner for a permission; sluice explain METHOD PATH shows what lacks.']
  if (status === 412) return ['Read it again, and apply the change to that.']
  if (retryAfterSeconds !== undefined) return [`Try it again in ${retryAfterSeconds} s.`]
  return /^[A-Z][A-Z\d_]+$/.test(code) ? [`sluice errors ${code} says what it means.`] : []
}

function ofSilence(error: SluiceConnectionError | SluiceTimeoutError): ErrorReport {
  const reason = error instanceof SluiceConnectionError ? causeOf(error.cause) : ''
  return {
    message: `${error.message}${reason && ` (${reason})`}`,
    exitCode: EXIT.failed,
    lines: [],
    advice: [
      ...(error.outcome === 'unknown'
        ? ['Nobody knows whether the change was made: look before you send it again.']
        : []),
      'Is the server there? sluice status; the address: --url, SLUICE_URL, or the profile.',
    ],
    json: { error: error.message, outcome: error.outcome },
  }
}

/** The code of what broke, such as ECONNREFUSED: it never has a part of the request. */
function causeOf(cause: unknown): string {
  if (typeof cause === 'string') return cause
  if (!(cause instanceof Error)) return ''
  const inner = cause.cause instanceof Error ? cause.cause : cause
  return 'code' in inner && typeof inner.code === 'string' ? inner.code : ''
}
