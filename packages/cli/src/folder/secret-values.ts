import { usageError } from '../cli-error.ts'
import type { ReferenceValues } from '../definitions/references.ts'
import { readPrivateFile } from '../profiles/credentials.ts'
import type { CommandContext } from '../program/context.ts'

/** Values of references: variables of the profile and the environment; secrets of the environment, and of a file. */
export function readValues(context: CommandContext, secretsFile: string | undefined): ReferenceValues {
  const { environment } = context
  const variables = context.profile().variables
  const secrets = secretsFile === undefined ? new Map<string, string>() : readSecrets(secretsFile)
  return ({ kind, name }) => {
    if (kind === 'var') return Object.hasOwn(variables, name) ? variables[name] : environment[name]
    return secrets.get(`SLUICE_SECRET_${name}`) ?? environment[`SLUICE_SECRET_${name}`]
  }
}

/** Reads `SLUICE_SECRET_NAME=value` lines. @throws CliError, which has no value of the file */
function readSecrets(file: string): Map<string, string> {
  const text = readPrivateFile(file)
  if (text === undefined) throw usageError(`${file} is not there.`)
  const lines = text.split(/\r?\n/).map((line, at) => ({ line: line.trim(), at: at + 1 }))
  return new Map(
    lines
      .filter(({ line }) => line !== '' && !line.startsWith('#'))
      .map(({ line, at }) => {
        const [, name, quoted = ''] = /^(?:export )?(SLUICE_SECRET_[A-Z0-9_]+)=(.*)$/.exec(line) ?? []
        if (name === undefined) throw usageError(`${file}:${at}: A line is written like SLUICE_SECRET_NAME=value.`)
        return [name, /^(['"]).*\1$/.test(quoted) ? quoted.slice(1, -1) : quoted]
      }),
  )
}
