import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openTarget } from '../../apply/target.ts'
import { type ExitCode, usageError } from '../../cli-error.ts'
import { printJson } from '../../json-values.ts'
import { CONFIG_FILE } from '../../profiles/config-file.ts'
import type { CommandSpec } from '../../program/command.ts'
import type { CommandContext } from '../../program/context.ts'
import { pullInto } from './pull.ts'

const IGNORED = ['*.env', '*.key', 'plan.json']

export const init: CommandSpec = {
  name: 'init',
  summary: 'Make sluice.config.json and the folder here, and pull the definitions of a server',
  examples: ['sluice init --from dev --url http://127.0.0.1:8080', 'sluice init --from staging'],
  options: [{ flags: '--from <name>', text: 'the profile to pull from; dev without it' }],
  async run(context, input): Promise<ExitCode> {
    const name = input.text('from') ?? 'dev'
    const file = join(context.directory, CONFIG_FILE)
    const isNew = !existsSync(file)
    const url = addressOf(context, name, isNew)
    // Nothing is made before the server has said who it is.
    const target = await openTarget(await context.at(url).client(), url, context.signal)
    if (isNew) {
      writeFileSync(file, printJson({ version: 1, dir: 'sluice', default: name, profiles: { [name]: { url } } }), {
        flag: 'wx',
      })
      context.terminal.note(`Made ${CONFIG_FILE}.`)
    }
    ignoreFiles(context.directory)
    return pullInto(context.at(url), input, target)
  },
}

const LOCAL_SERVERS: Readonly<Record<string, string>> = { dev: 'http://127.0.0.1:8080' }

/** @throws CliError where no address is known */
function addressOf({ flags, environment, config }: CommandContext, name: string, isNew: boolean): string {
  const known = isNew ? LOCAL_SERVERS[name] : config().profiles.get(name)?.url
  const url = flags.url ?? environment.SLUICE_URL ?? known
  if (url !== undefined) return url
  throw usageError(`There is no profile "${name}" yet.`, `Give its address: sluice init --from ${name} --url <url>`)
}

/** Files that may hold secrets, or are of the moment, stay out of git. */
function ignoreFiles(directory: string): void {
  const file = join(directory, '.gitignore')
  const before = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const lines = new Set(before.split(/\r?\n/))
  const missing = IGNORED.filter(line => !lines.has(line))
  if (missing.length === 0) return
  appendFileSync(file, `${before === '' || before.endsWith('\n') ? '' : '\n'}${missing.join('\n')}\n`)
}
