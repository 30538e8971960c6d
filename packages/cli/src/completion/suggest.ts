import type { CommandSpec, OptionSpec } from '../program/command.ts'
import { COMPLETION_SCRIPTS } from './scripts.ts'

/** Names that are not in the program: profiles are in a file, the others on the server. */
export type NameKind = 'profiles' | 'apps' | 'webhooks' | 'permissions'

/** What may stand in the place of a word: texts, or names of a kind. */
export type WordSuggestion = { words: readonly string[] } | { names: NameKind }

export type CompletionTable = { commands: readonly CommandSpec[]; globalOptions: readonly OptionSpec[] }

const NOTHING: WordSuggestion = { words: [] }

/**
 * Says what may stand in the place of the last word of a command line.
 * @param words those behind the name of the program, the unfinished one last
 */
export function suggest(words: readonly string[], { commands, globalOptions }: CompletionTable): WordSuggestion {
  const unfinished = words.at(-1) ?? ''
  const own = commands.filter(({ name }) => isBegunBy(name, plainWords(words.slice(0, -1), globalOptions)))
  const command = commandOf(words.slice(0, -1), { commands, globalOptions })
  const options = [...(command?.options ?? []), ...globalOptions]
  const before = options.find(option => takesValue(option) && spellingsOf(option).includes(words.at(-2) ?? ''))
  if (before !== undefined) return optionValue(before)
  if (unfinished.startsWith('-')) return { words: options.flatMap(option => spellingsOf(option).slice(-1)) }
  if (command === undefined) return { words: nextWords(own, plainWords(words.slice(0, -1), globalOptions).length) }
  const count = plainWords(words.slice(0, -1), options).length - command.name.split(' ').length
  return count === 0 ? firstArgument(command) : NOTHING
}

function commandOf(words: readonly string[], { commands, globalOptions }: CompletionTable): CommandSpec | undefined {
  return commands.find(({ name, options = [] }) => {
    const plain = plainWords(words, [...options, ...globalOptions])
    return name.split(' ').every((part, at) => plain[at] === part)
  })
}

const isBegunBy = (name: string, plain: readonly string[]): boolean =>
  plain.every((word, at) => name.split(' ')[at] === word)

/** The words that are neither options nor values of options. */
function plainWords(words: readonly string[], options: readonly OptionSpec[]): string[] {
  const withValue = new Set(options.filter(takesValue).flatMap(spellingsOf))
  return words.filter((word, at) => !word.startsWith('-') && !withValue.has(words[at - 1] ?? ''))
}

const nextWords = (commands: readonly CommandSpec[], at: number): string[] => [
  ...new Set(commands.flatMap(({ name }) => name.split(' ').slice(at, at + 1))),
]

const takesValue = ({ flags }: OptionSpec): boolean => flags.includes('<')

const spellingsOf = ({ flags }: OptionSpec): string[] => flags.match(/--?[a-z][a-z-]*/g) ?? []

function optionValue(option: OptionSpec): WordSuggestion {
  if (option.choices) return { words: option.choices }
  if (spellingsOf(option).includes('--profile')) return { names: 'profiles' }
  return spellingsOf(option).includes('--webhook') ? { names: 'webhooks' } : NOTHING
}

/** What the first argument of a command names, by the command or its group. */
const NAMED_BY: Readonly<Record<string, NameKind>> = {
  apps: 'apps',
  query: 'apps',
  webhooks: 'webhooks',
  trigger: 'webhooks',
  'permissions get': 'permissions',
}

function firstArgument({ name, parameters = '' }: CommandSpec): WordSuggestion {
  if (/^[<[]shell/.test(parameters)) return { words: Object.keys(COMPLETION_SCRIPTS) }
  const kind = NAMED_BY[name] ?? NAMED_BY[name.split(' ')[0] ?? '']
  return kind === undefined || !/^[<[](?:id|app)\b/.test(parameters) ? NOTHING : { names: kind }
}
