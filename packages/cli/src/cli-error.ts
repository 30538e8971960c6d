/** The exit codes, by what they say. */
export const EXIT = {
  done: 0,
  failed: 1,
  usage: 2,
  notAllowed: 3,
  differences: 4,
  changedMeanwhile: 5,
  refused: 6,
  partly: 7,
  interrupted: 130,
} as const

export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

export type CliErrorFields = {
  exitCode: ExitCode
  /** What to do now: a line each. */
  advice?: readonly string[]
  /** Faults of files or fields, a line each, before the advice. */
  lines?: readonly string[]
  /** What is printed under `--json` in the place of a problem document. */
  json?: Readonly<Record<string, unknown>>
}

/** A command has to end here. Its message says what is wrong, its advice what to do; neither has a secret. */
export class CliError extends Error {
  override readonly name = 'CliError'
  readonly exitCode: ExitCode
  readonly advice: readonly string[]
  readonly lines: readonly string[]
  readonly json: Readonly<Record<string, unknown>> | undefined

  constructor(message: string, { exitCode, advice = [], lines = [], json }: CliErrorFields) {
    super(message)
    this.exitCode = exitCode
    this.advice = advice
    this.lines = lines
    this.json = json
  }
}

export const usageError = (message: string, ...advice: readonly string[]): CliError =>
  new CliError(message, { exitCode: EXIT.usage, advice })
