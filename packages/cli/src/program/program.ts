import { VERSION } from '@sluice/sdk'
import { Command, type Help, InvalidArgumentError, Option } from 'commander'
import { type CommandSpec, type OptionSpec, readCommandInput } from './command.ts'

export type RunCommand = (
  spec: CommandSpec,
  input: ReturnType<typeof readCommandInput>,
  flags: Readonly<Record<string, unknown>>,
) => Promise<void>

/** What a group of commands is about. */
export type CommandGroups = Readonly<Record<string, string>>

export const GLOBAL_OPTIONS: readonly OptionSpec[] = [
  { flags: '-p, --profile <name>', text: 'the server, by its name in sluice.config.json' },
  { flags: '--url <url>', text: 'the server, by its address' },
  { flags: '--dir <folder>', text: 'the folder of the definitions' },
  { flags: '--json', text: 'one JSON document on standard output; of streams, one a line' },
  { flags: '-q, --quiet', text: 'say nothing but results and errors' },
  { flags: '--no-color', text: 'no colours' },
  { flags: '--no-input', text: 'never ask' },
  { flags: '-y, --yes', text: 'agree to what would be asked' },
  { flags: '--timeout <s>', text: 'the longest time of a call; 30' },
  { flags: '--debug', text: 'each call on standard error: method, path, status, time, request' },
]

/** The command tree of the table of commands. */
export function buildProgram(specs: readonly CommandSpec[], groups: CommandGroups, run: RunCommand): Command {
  const program = new Command('sluice')
    .description('The command line of Sluice: definitions in git, keys, webhooks and logs from a terminal')
    .version(VERSION, '-V, --version', 'the version of this program')
    .helpOption('-h, --help', 'this text')
    .helpCommand('help [command]', 'the same text of a command')
    .showHelpAfterError(false)
    .exitOverride()
    .configureHelp(helpLayout)
  for (const option of GLOBAL_OPTIONS) program.addOption(optionOf(option))
  const parents = new Map<string, Command>([['', program]])
  for (const spec of specs) addCommand(spec, parentOf(spec, { parents, groups }), run)
  return program
}

type CommandParents = { parents: Map<string, Command>; groups: CommandGroups }

function parentOf({ name }: CommandSpec, { parents, groups }: CommandParents): Command {
  const group = name.includes(' ') ? name.slice(0, name.lastIndexOf(' ')) : ''
  const known = parents.get(group)
  if (known) return known
  const above = parentOf({ name: group, summary: '', examples: [''], run: async () => undefined }, { parents, groups })
  const parent = above.command(group.split(' ').at(-1) ?? '').description(groups[group] ?? group)
  parent.configureHelp(helpLayout).exitOverride()
  parents.set(group, parent)
  return parent
}

function addCommand(spec: CommandSpec, parent: Command, run: RunCommand): void {
  const last = spec.name.split(' ').at(-1) ?? ''
  const command = parent
    .command(`${last} ${spec.parameters ?? ''}`.trim())
    .description(spec.summary)
    .configureHelp(helpLayout)
    .exitOverride()
    .allowExcessArguments(false)
  for (const option of spec.options ?? []) command.addOption(optionOf(option))
  examplesOf.set(command, spec.examples)
  command.action(async () => {
    await run(spec, readCommandInput(command.processedArgs, command.opts()), command.optsWithGlobals())
  })
}

function optionOf({ flags, text, isRepeatable, choices }: OptionSpec): Option {
  const option = new Option(flags, isRepeatable ? `${text} (repeatable)` : text)
  if (choices) option.choices([...choices])
  if (isRepeatable) {
    option.argParser((value: string, before: string[] | undefined) => {
      if (choices !== undefined && !choices.includes(value))
        throw new InvalidArgumentError(`It is one of: ${choices.join(', ')}.`)
      return [...(before ?? []), value]
    })
  }
  return option
}

const examplesOf = new WeakMap<Command, readonly string[]>()

/** What to show of a command: its examples stand before its options. */
const commandExamples = (command: Command): readonly string[] => examplesOf.get(command) ?? []

const helpLayout = {
  sortSubcommands: false,
  showGlobalOptions: false,
  subcommandTerm: (command: Command) => `${command.name()} ${command.usage().replace(/\[options\] ?/, '')}`.trim(),
  formatHelp(command: Command, helper: Help): string {
    const width = Math.max(helper.padWidth(command, helper), 8)
    const row = (term: string, text: string) => helper.formatItem(term, width, text, helper)
    const part = (title: string, rows: readonly string[]) => (rows.length === 0 ? [] : ['', title, ...rows])
    const options = helper
      .visibleOptions(command)
      .map(option => row(helper.optionTerm(option), helper.optionDescription(option)))
    const commands = helper
      .visibleCommands(command)
      .map(one => row(helper.subcommandTerm(one), helper.subcommandDescription(one)))
    return [
      helper.commandDescription(command),
      '',
      `Usage: ${helper.commandUsage(command)}`,
      ...part(
        'Examples:',
        commandExamples(command).map(example => `  ${example}`),
      ),
      ...part('Commands:', commands),
      ...part('Options:', options),
      ...(command.parent ? ['', 'sluice --help lists what every command takes (--profile, --json, …).'] : []),
      '',
    ].join('\n')
  },
}
