import type { Agent } from 'node:http'
import { setInterval as every } from 'node:timers/promises'
import type { SentRequest } from '../oracle/observations.ts'
import { type LoadRequest, planRequest } from './plan-request.ts'
import type { SeededRandom } from './seeded-random.ts'
import { keptConnections, sendRequest, toAnswer } from './send-request.ts'

export type DriverOptions = {
  gateways: readonly string[]
  key: string
  random: SeededRandom
  /** Distinguishes the tags of this run. */
  run: string
  perSecond: number
  /** How much a written document is blown up by. */
  bodyBytes: number
}

export type Driver = {
  /** Sends no more, and waits for what is under way. @returns everything that was sent */
  stop(): Promise<SentRequest[]>
}

const MAX_UNDER_WAY = 500

/** Sends at an even rate, whatever comes back; above 500 requests under way it waits, as a bounded client would. */
export function startDriver(options: DriverOptions): Driver {
  const { gateways, random, run, perSecond, bodyBytes } = options
  const agent = keptConnections(100)
  const sent: SentRequest[] = []
  const underWay = new Set<Promise<unknown>>()
  const ended = new AbortController()
  const drive = async () => {
    let number = 0
    for await (const _ of every(1000 / perSecond, undefined, { signal: ended.signal })) {
      if (underWay.size >= MAX_UNDER_WAY) continue
      const planned = planRequest(random, { run, number, gateways: gateways.length, bodyBytes })
      number += 1
      const one = sendPlanned(planned, options, agent).then(request => sent.push(request))
      underWay.add(one)
      void one.then(() => underWay.delete(one))
    }
  }
  const driving = drive().catch(() => undefined)
  return {
    async stop() {
      ended.abort()
      await driving
      await Promise.all(underWay)
      agent.destroy()
      return sent
    },
  }
}

async function sendPlanned(planned: LoadRequest, options: DriverOptions, agent: Agent): Promise<SentRequest> {
  const { tag, kind, gateway, method, path, body } = planned
  const authorization = `Bearer ${options.key}`
  const startedAt = Date.now()
  let failure: string | undefined
  const received = await sendRequest({
    gateway: options.gateways[gateway] ?? '',
    method,
    path,
    authorization,
    body,
    agent,
    failed(why) {
      failure = why
    },
  })
  return { failure, tag, kind, gateway, startedAt, endedAt: Date.now(), answer: toAnswer(received) }
}
