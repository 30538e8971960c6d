import type { SluiceClient } from '@sluice/sdk'
import { EXIT, type ExitCode, usageError } from '../cli-error.ts'
import { printTable } from '../output/table.ts'
import { type Terminal, visible } from '../output/terminal.ts'
import type { CommandSpec } from '../program/command.ts'
import { readJsonInput } from '../read-input.ts'

const explain: CommandSpec = {
  name: 'explain',
  parameters: '<method> <path>',
  summary: 'Say which permission decides a request, and why the others do not; exit 1 when it is refused',
  examples: ['sluice explain GET /routes --as amelia', 'sluice explain POST /routes --role crew --body route.json'],
  options: [
    { flags: '--as <user>', text: 'for this user' },
    { flags: '--role <role>', text: 'for somebody with these roles', isRepeatable: true },
    { flags: '--body <file>', text: 'with this JSON body: from a file, or - for standard input' },
  ],
  async run({ terminal, signal, client }, input): Promise<ExitCode> {
    const [path = '', query = ''] = input.argument(1).split('?', 2)
    const source = input.text('body')
    const user = input.text('as')
    if (user !== undefined && input.texts('role').length > 0) throw usageError('Give --as or --role, not both.')
    const answer = await (await client()).access.explain(
      {
        method: input.argument(0).toUpperCase(),
        path,
        query,
        ...(user === undefined ? { roles: [...input.texts('role')] } : { user }),
        ...(source !== undefined && { body: await readJsonInput(source) }),
      },
      { signal },
    )
    if (terminal.isJson) terminal.printDocument(answer)
    else tellExplanation(terminal, answer)
    return answer.allowed ? EXIT.done : EXIT.failed
  },
}

type PermissionExplanation = Awaited<ReturnType<SluiceClient['access']['explain']>>

function tellExplanation(terminal: Terminal, answer: PermissionExplanation): void {
  const verdict = answer.allowed ? 'allowed' : `refused, ${answer.code ?? ''}`
  terminal.print(visible(`${verdict}: ${answer.reason}`))
  for (const rule of ['readFilter', 'writeFilter', 'mergeRequest', 'projectResponse'] as const) {
    if (answer[rule]) terminal.print(visible(`  ${rule}  ${JSON.stringify(answer[rule])}`))
  }
  const rows = answer.considered.map(({ _id, priority, matched, why }) => [
    _id,
    priority ?? '-',
    matched ? 'matches' : 'no',
    why,
  ])
  printTable(terminal, ['permission', 'priority', '', 'why'], rows)
}

export const ACCESS_COMMANDS: readonly CommandSpec[] = [explain]
