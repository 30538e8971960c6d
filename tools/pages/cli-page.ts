import type { CommandSpec, OptionSpec } from '@sluice/cli'

const EXIT_CODES = [
  ['0', 'done; of `diff` without `--exit-code` also with differences'],
  ['1', 'failed: server, network, a test delivery that failed'],
  ['2', 'wrong usage; a malformed file, with file, line and column'],
  ['3', 'not signed in, or not allowed'],
  ['4', 'differences (`diff --exit-code`, `pull --check`, `fmt --check`)'],
  ['5', 'the server has changed meanwhile, or the plan is stale; nothing was written'],
  ['6', 'the server refuses definitions: all faults of all files are listed'],
  ['7', 'applied in part: what was done and what was not is listed'],
]

const escaped = (text: string): string => text.replaceAll('|', '\\|')

const optionRow = ({ flags, text, isRepeatable }: OptionSpec): string =>
  `| \`${escaped(flags)}\` | ${escaped(text)}${isRepeatable ? ' (repeatable)' : ''} |`

function commandPart({ name, parameters, summary, examples, options = [] }: CommandSpec): string {
  return [
    `### \`sluice ${[name, parameters].filter(Boolean).join(' ')}\``,
    '',
    `${summary}.`,
    '',
    '```sh',
    ...examples,
    '```',
    ...(options.length === 0 ? [] : ['', '| option | |', '|---|---|', ...options.map(optionRow)]),
    '',
  ].join('\n')
}

/** The page of the command line, from its table of commands. */
export const cliPage = (commands: readonly CommandSpec[], globalOptions: readonly OptionSpec[]): string =>
  [
    '# `sluice`, the command line',
    '',
    'Results go to standard output, everything else to standard error. Without a terminal, with `CI` set or with `--no-input` nothing',
    'is ever asked: the error names the flag that says the same. Secrets are never arguments. How to:',
    '[definitions in git](how-to/keep-definitions-in-git.md).',
    '',
    '## What every command takes',
    '',
    '| option | |',
    '|---|---|',
    ...globalOptions.map(optionRow),
    '',
    'Credentials, the first that is there: `SLUICE_KEY` or `SLUICE_KEY_FILE`; `SLUICE_USER` with `SLUICE_PASSWORD_FILE`; what',
    '`sluice login` has stored for the address. `SLUICE_URL` stands in for the address of the profile, `SLUICE_PROFILE` for its name.',
    '',
    '## Exit codes',
    '',
    '| code | means |',
    '|---|---|',
    ...EXIT_CODES.map(([code, text]) => `| ${code} | ${text} |`),
    '',
    '## Commands',
    '',
    commands.map(commandPart).join('\n').trimEnd(),
    '',
  ].join('\n')
