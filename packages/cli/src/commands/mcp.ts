import { createMcpBridge } from '../mcp/mcp-bridge.ts'
import { readMessageLines } from '../mcp/message-lines.ts'
import { visible } from '../output/terminal.ts'
import type { CommandSpec } from '../program/command.ts'

export const mcp: CommandSpec = {
  name: 'mcp',
  summary: 'Carry the messages of an assistant on standard input to /mcp, so that its configuration holds no key',
  examples: ['sluice mcp', 'sluice mcp -p production'],
  async run(context) {
    const { terminal, signal } = context
    const client = await context.client()
    const caller = await client.whoami({ signal })
    terminal.note(visible(`Speaking to ${context.profile().url} as ${caller.id}, by ${caller.via}.`))
    const bridge = createMcpBridge({ client, signal, answer: line => terminal.print(line) })
    signal.addEventListener('abort', () => process.stdin.destroy(), { once: true })
    try {
      for await (const line of readMessageLines(process.stdin)) await bridge.take(line)
    } catch (error) {
      if (!signal.aborted) throw error
    }
    await bridge.finish()
  },
}
