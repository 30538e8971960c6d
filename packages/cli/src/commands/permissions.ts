import type { SluicePermission } from '@sluice/sdk'
import { type CliError, usageError } from '../cli-error.ts'
import { printJson } from '../json-values.ts'
import { printTable } from '../output/table.ts'
import { visible } from '../output/terminal.ts'
import type { CommandSpec } from '../program/command.ts'
import { openDefaultDatabase } from '../program/sign-in.ts'
import examples from './permission-examples.json' with { type: 'json' }

const list: CommandSpec = {
  name: 'permissions list',
  summary: 'List the permissions, in the order in which they are asked',
  examples: ['sluice permissions list', 'sluice permissions list --role crew --json'],
  options: [{ flags: '--role <role>', text: 'only those that name this role' }],
  async run(context, input) {
    const { terminal, signal } = context
    const role = input.text('role')
    const all = await Array.fromAsync((await openDefaultDatabase(context)).permissions.list({ signal }))
    const permissions = all.filter(({ roles }) => role === undefined || roles.includes(role)).toSorted(byTurn)
    if (terminal.isJson) terminal.printDocument(permissions)
    else {
      const rows = permissions.map(({ _id, roles, priority, predicate }) => [
        _id,
        roles.join(','),
        priority ?? '-',
        predicate,
      ])
      printTable(terminal, ['id', 'roles', 'priority', 'predicate'], rows)
    }
  },
}

/** The order in which permissions are asked: the highest priority first, none last, of equals the larger id first. */
function byTurn(one: SluicePermission, other: SluicePermission): number {
  const [first, second] = [one.priority ?? Number.MIN_SAFE_INTEGER, other.priority ?? Number.MIN_SAFE_INTEGER]
  if (first !== second) return second - first
  return one._id < other._id ? 1 : -1
}

const get: CommandSpec = {
  name: 'permissions get',
  parameters: '<id>',
  summary: 'Print a permission as it is stored',
  examples: ['sluice permissions get read-flights'],
  async run(context, input) {
    const { permissions } = await openDefaultDatabase(context)
    const { document } = await permissions.get(input.argument(0), { signal: context.signal })
    context.terminal.write(printJson(document))
  },
}

const example: CommandSpec = {
  name: 'permissions example',
  parameters: '[name]',
  summary: 'Print a permission to begin with, as a file of the folder; without a name, list them',
  examples: [
    'sluice permissions example',
    'sluice permissions example deployer > sluice/permissions/deployer.json',
    'sluice permissions example deployer --without acl',
  ],
  options: [{ flags: '--without <part>', text: 'leave this right out of deployer: acl', choices: ['acl'] }],
  async run({ terminal }, input) {
    const name = input.optionalArgument(0)
    if (name === undefined) {
      const rows = examples.map(row => [row.name, row.summary])
      if (terminal.isJson)
        terminal.printDocument(examples.map(({ name: known, summary }) => ({ name: known, summary })))
      else printTable(terminal, ['name', 'for'], rows)
      return
    }
    const found = examples.find(row => row.name === name)
    if (found === undefined) throw unknownExample(name)
    const isNarrow = input.text('without') !== undefined
    if (isNarrow && found.withoutAcl === undefined) throw usageError(`${name} has no right on /acl to leave out.`)
    terminal.write(printJson(isNarrow ? found.withoutAcl : found.permission))
    if (name === 'deployer' && !isNarrow) terminal.note(visible(WATCH))
  },
}

const WATCH = `Watch what it does to permissions, by a webhook with this condition: path-prefix('/acl') and not method('GET')`

const unknownExample = (name: string): CliError =>
  usageError(`There is no example "${name}".`, `There are: ${examples.map(row => row.name).join(', ')}`)

export const PERMISSION_COMMANDS: readonly CommandSpec[] = [list, get, example]
