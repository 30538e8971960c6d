import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { type Order, type Report, report } from './orders.ts'

/** A client's process. `ask` takes one order at a time. */
export type Client = { ask(order: Order): Promise<Report>; end(): Promise<void> }

class ClientDiedError extends Error {
  override name = 'ClientDiedError'
}

const SCRIPT = fileURLToPath(new URL('client.ts', import.meta.url))

/** @param cores the processor to pin it to, as taskset names it; nothing: any */
export async function startClient(candidate: string, broker: string, cores: string): Promise<Client> {
  const command = [process.execPath, SCRIPT, candidate, broker]
  const [program = '', ...parameters] = cores ? ['taskset', '-c', cores, ...command] : command
  const child = spawn(program, parameters, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  await answerOf(child, candidate)
  return {
    async ask(order) {
      const answer = answerOf(child, candidate)
      child.send(order)
      return report.parse(await answer)
    },
    async end() {
      const exited = once(child, 'exit')
      child.disconnect()
      await exited
    },
  }
}

async function answerOf(child: ChildProcess, candidate: string): Promise<unknown> {
  const answered = new AbortController()
  const { signal } = answered
  const died = once(child, 'exit', { signal }).then(([code]) => {
    throw new ClientDiedError(`The client on ${candidate} ended with ${code}; see above what it wrote.`)
  })
  died.catch(() => {})
  const [answer] = await Promise.race([once(child, 'message', { signal }), died])
  answered.abort()
  return answer
}
