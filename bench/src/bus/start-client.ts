import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type ClientOrder, type ClientReport, report } from './orders.ts'

/** A client's process. `ask` takes one order at a time. */
export type BusClient = { ask(order: ClientOrder): Promise<ClientReport>; end(): Promise<void> }

class ClientFailedError extends Error {
  override name = 'ClientFailedError'
}

const ANSWER_WITHIN_MS = 60_000

const SCRIPT = fileURLToPath(new URL('client.ts', import.meta.url))

/** @param cores the processor to pin it to, as taskset names it; nothing: any */
export async function startClient(candidate: string, broker: string, cores: string): Promise<BusClient> {
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
      if (child.exitCode !== null || child.signalCode !== null) return
      const exited = once(child, 'exit')
      child.kill('SIGKILL')
      await exited
    },
  }
}

async function answerOf(child: ChildProcess, candidate: string): Promise<unknown> {
  const answered = new AbortController()
  const { signal } = answered
  const fail = (why: string) => {
    throw new ClientFailedError(`The client on ${candidate} ${why}`)
  }
  const died = once(child, 'exit', { signal }).then(([code]) => fail(`ended with ${code}; see above what it wrote.`))
  const late = wait(ANSWER_WITHIN_MS, undefined, { signal }).then(() =>
    fail(`gave no answer in ${ANSWER_WITHIN_MS} ms.`),
  )
  for (const failure of [died, late]) failure.catch(() => {})
  try {
    const [answer] = await Promise.race([once(child, 'message', { signal }), died, late])
    return answer
  } finally {
    answered.abort()
  }
}
