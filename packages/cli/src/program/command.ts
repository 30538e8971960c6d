import type { ExitCode } from '../cli-error.ts'
import { usageError } from '../cli-error.ts'
import type { CommandContext } from './context.ts'

export type OptionSpec = {
  /** The option's form in the help: `--role <role>` takes a value, `--all` is a switch. */
  flags: string
  text: string
  isRepeatable?: true
  choices?: readonly string[]
}

/** A command as a row of the table of commands. */
export type CommandSpec = {
  /** Its words, like `keys issue`. */
  name: string
  /** Its arguments, as the library writes them: `<id> [file]`. */
  parameters?: string
  /** What it does, in one line. */
  summary: string
  examples: readonly [string, ...string[]]
  options?: readonly OptionSpec[]
  /** @returns its exit code, 0 where it returns none */
  run(context: CommandContext, input: CommandInput): Promise<ExitCode | undefined> | Promise<void>
}

/** The arguments and options of one call, read by their names. */
export type CommandInput = {
  argument(at: number): string
  optionalArgument(at: number): string | undefined
  rest(from: number): readonly string[]
  text(name: string): string | undefined
  /** @throws CliError where it is missing */
  requiredText(name: string): string
  texts(name: string): readonly string[]
  isSet(name: string): boolean
  /** @throws CliError where it is no whole number from `least` on */
  wholeNumber(name: string, least?: number): number | undefined
}

export function readCommandInput(args: readonly unknown[], options: Readonly<Record<string, unknown>>): CommandInput {
  const words = args.flat().filter(word => typeof word === 'string')
  const text = (name: string): string | undefined => {
    const value = options[name]
    return typeof value === 'string' ? value : undefined
  }
  return {
    argument: at => words[at] ?? '',
    optionalArgument: at => words[at],
    rest: from => words.slice(from),
    text,
    requiredText(name) {
      const value = text(name)
      if (value === undefined) throw usageError(`--${kebab(name)} is missing.`)
      return value
    },
    texts(name) {
      const value = options[name]
      return Array.isArray(value) ? value.filter(one => typeof one === 'string') : []
    },
    isSet: name => options[name] === true,
    wholeNumber(name, least = 0) {
      const value = text(name)
      if (value === undefined) return undefined
      if (!/^\d{1,15}$/.test(value) || Number(value) < least) {
        throw usageError(`--${kebab(name)} has to be a whole number from ${least}.`)
      }
      return Number(value)
    },
  }
}

const kebab = (name: string): string => name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)
