import { usageError } from './cli-error.ts'

/** Reads a header as it is written on the command line. @param text `name: value`. @throws CliError */
export function readHeader(text: string): [string, string] {
  const [, name, value] = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):\s*(.*)$/.exec(text) ?? []
  if (name === undefined || value === undefined) throw usageError('A header is written like "name: value".')
  if (/^authorization$/i.test(name))
    throw usageError('A secret is no argument.', 'Sign in: sluice login, or SLUICE_KEY')
  return [name, value]
}
