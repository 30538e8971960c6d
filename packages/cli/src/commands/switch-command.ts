import { visible } from '../output/terminal.ts'
import type { CommandSpec } from '../program/command.ts'
import type { CommandContext } from '../program/context.ts'

type SwitchSpec = {
  /** The group of commands, and what one of its things is called. */
  group: string
  noun: string
  example: string
  word: 'enable' | 'disable'
  summary: string
  /** Switches what has this id, unless it has changed since it was read. */
  change(context: CommandContext, id: string, isEnabled: boolean): Promise<unknown>
}

/** A command that switches something on or off. */
export const switchCommand = ({ group, noun, example, word, summary, change }: SwitchSpec): CommandSpec => ({
  name: `${group} ${word}`,
  parameters: '<id>',
  summary,
  examples: [`sluice ${group} ${word} ${example}`],
  async run(context, input) {
    const { terminal } = context
    const id = input.argument(0)
    await change(context, id, word === 'enable')
    if (terminal.isJson) terminal.printDocument({ id, enabled: word === 'enable' })
    else terminal.note(visible(`${noun} ${id} is ${word}d.`))
  },
})
