import { Agent } from 'node:http'
import { setInterval as every } from 'node:timers/promises'
import type { AskedAnswer } from '../oracle/observations.ts'
import { keptConnections, type RequestSending, sendRequest, toAnswer } from './send-request.ts'

/** What is asked of each gateway. `everyMs` counts for each gateway of its own. */
export type AskedQuestion = Pick<RequestSending, 'method' | 'path' | 'authorization' | 'body'> & {
  name: string
  everyMs: number
}

export type Asker = {
  /** What was asked and answered so far. */
  asked(): readonly AskedAnswer[]
  /** Asks no more, and waits for what is under way. @returns everything that was asked */
  stop(): Promise<readonly AskedAnswer[]>
}

const MAX_UNDER_WAY = 200

type Options = {
  gateways: readonly string[]
  questions: readonly AskedQuestion[]
  /** Each question on a connection of its own. */
  isConnectingAnew?: boolean
}

/** Asks the same things at an even rate, whatever comes back. Above 200 questions under way at a gateway it waits. */
export function startAsker({ gateways, questions, isConnectingAnew = false }: Options): Asker {
  const agent = isConnectingAnew ? new Agent({ maxSockets: MAX_UNDER_WAY }) : keptConnections(MAX_UNDER_WAY)
  const ended = new AbortController()
  const asked: AskedAnswer[] = []
  const asking = gateways.flatMap((url, gateway) =>
    questions.map(question => askOn({ question, gateway, url, agent, asked, signal: ended.signal })),
  )
  return {
    asked: () => asked,
    async stop() {
      ended.abort()
      await Promise.all(asking)
      agent.destroy()
      return asked
    },
  }
}

type AskerTurn = {
  question: AskedQuestion
  gateway: number
  url: string
  agent: Agent
  asked: AskedAnswer[]
  signal: AbortSignal
}

async function askOn({ question, gateway, url, agent, asked, signal }: AskerTurn): Promise<void> {
  const { name, everyMs, ...what } = question
  const underWay = new Set<Promise<unknown>>()
  const ask = async () => {
    const startedAt = Date.now()
    const start = performance.now()
    const answer = toAnswer(await sendRequest({ gateway: url, agent, ...what }))
    asked.push({ name, gateway, startedAt, endedAt: startedAt + performance.now() - start, answer })
  }
  const askAll = async () => {
    for await (const _ of every(everyMs, undefined, { signal })) {
      if (underWay.size >= MAX_UNDER_WAY) continue
      const one = ask()
      underWay.add(one)
      void one.then(() => underWay.delete(one))
    }
  }
  await askAll().catch(() => undefined)
  await Promise.all(underWay)
}
