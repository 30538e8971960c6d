import { usageError } from '../cli-error.ts'
import { COMPLETION_SCRIPTS } from '../completion/scripts.ts'
import { type CompletionTable, type NameKind, suggest } from '../completion/suggest.ts'
import { memberOf, textOf } from '../json-values.ts'
import type { CommandSpec } from '../program/command.ts'
import type { CommandContext } from '../program/context.ts'
import { openDefaultDatabase } from '../program/sign-in.ts'

const completion: CommandSpec = {
  name: 'completion',
  parameters: '<shell>',
  summary: 'Print what bash, zsh or fish loads to complete commands, options and names',
  examples: [
    'source <(sluice completion bash)',
    'sluice completion zsh > ~/.zfunc/_sluice',
    'sluice completion fish > ~/.config/fish/completions/sluice.fish',
  ],
  async run({ terminal }, input) {
    const script = new Map<string, string>(Object.entries(COMPLETION_SCRIPTS)).get(input.argument(0))
    if (script === undefined) {
      throw usageError(
        'There is nothing for this shell.',
        `The shells are: ${Object.keys(COMPLETION_SCRIPTS).join(', ')}`,
      )
    }
    terminal.write(script)
  },
}

/** How long somebody who presses Tab waits for names. */
const PATIENCE_MS = 300

/** The command that the scripts of the shells ask. */
const completeCommand = (table: () => CompletionTable): CommandSpec => ({
  name: 'complete',
  parameters: '[words...]',
  summary: 'Print the words that may stand in the place of the last one; for the scripts of completion',
  examples: ['sluice complete -- apps get fl'],
  async run(context, input) {
    const words = input.rest(0)
    const suggestion = suggest(words, table())
    const found = 'words' in suggestion ? suggestion.words : await namesOf(context, suggestion.names, words)
    const fitting = found.filter(name => name.startsWith(words.at(-1) ?? '') && !/\p{Cc}/u.test(name))
    if (context.terminal.isJson) context.terminal.printDocument(fitting)
    else for (const name of fitting) context.terminal.print(name)
  },
})

/** The names of a kind; none where they can't be read, or not soon enough. */
async function namesOf(context: CommandContext, kind: NameKind, words: readonly string[]): Promise<readonly string[]> {
  try {
    const { profiles } = context.config()
    if (kind === 'profiles') return [...profiles.keys()]
    const url = valueBehind(words, ['--url']) ?? profiles.get(valueBehind(words, ['-p', '--profile']) ?? '')?.url
    const late = new Promise<never>((_resolve, reject) => {
      AbortSignal.timeout(PATIENCE_MS).addEventListener('abort', reject, { once: true })
    })
    return await Promise.race([readNames(url === undefined ? context : context.at(url), kind), late])
  } catch {
    return []
  }
}

function valueBehind(words: readonly string[], spellings: readonly string[]): string | undefined {
  const at = words.findIndex(word => spellings.includes(word))
  return at < 0 ? undefined : words[at + 1]
}

async function readNames(context: CommandContext, kind: Exclude<NameKind, 'profiles'>): Promise<string[]> {
  const signal = AbortSignal.any([context.signal, AbortSignal.timeout(PATIENCE_MS)])
  const client = await openDefaultDatabase({ ...context, signal })
  const { items } = await client[kind].list({ signal }).page()
  return items.map(item => textOf(memberOf(item, '_id')))
}

export const completionCommands = (table: () => CompletionTable): readonly CommandSpec[] => [
  completion,
  completeCommand(table),
]
