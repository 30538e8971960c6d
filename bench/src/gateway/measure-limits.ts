import { setTimeout as wait } from 'node:timers/promises'
import { type Figure, median } from '../figure.ts'
import { residentMegabytes } from '../standalone.ts'
import type { ProxyCandidate } from './candidates.ts'
import { GET_KILOBYTE, POST_LARGE, send } from './load.ts'

const ROUNDS = 5
const CALLERS = 8
/** Twice as many as the gateway has to a service. */
const TOO_MANY = 256
const UPLOADS = 64
const UPLOAD_REQUESTS = 6_000
const IDLE_MS = 10_000
const LOOK_EVERY_MS = 50

type Callable = Pick<ProxyCandidate, 'url' | 'authorization'>

/** @param direct the service behind the candidate */
export async function measureAddedTime(candidate: Callable, direct: Callable): Promise<number> {
  const medianTime = async (of: Callable) =>
    median((await send(GET_KILOBYTE, { ...of, connections: CALLERS }, GET_KILOBYTE.requests)).latenciesMs)
  const added: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const without = await medianTime(direct)
    added.push((await medianTime(candidate)) - without)
  }
  return median(added)
}

/** With more connections than the gateway has to the service. */
export async function measureCrowd(candidate: Callable): Promise<Figure> {
  const { failed } = await send(POST_LARGE, { ...candidate, connections: TOO_MANY }, POST_LARGE.requests * 2)
  const name = `failed of ${POST_LARGE.requests * 2} POSTs of 64 kB on ${TOO_MANY} connections`
  return { name, value: failed, unit: '', bar: '0' }
}

export async function measureIdleMemory(candidate: ProxyCandidate): Promise<Figure> {
  await wait(IDLE_MS)
  const value = await residentMegabytes(candidate.pid())
  return { name: 'resident memory at rest', value, unit: 'MB', bar: '≤ 150' }
}

/** The most at any moment while bodies come and go. */
export async function measureLoadedMemory(candidate: ProxyCandidate): Promise<Figure> {
  const state = { isSending: true, most: 0 }
  const watch = async () => {
    for (; state.isSending; await wait(LOOK_EVERY_MS))
      state.most = Math.max(state.most, await residentMegabytes(candidate.pid()))
  }
  const watching = watch()
  await send(POST_LARGE, { ...candidate, connections: UPLOADS }, UPLOAD_REQUESTS)
  state.isSending = false
  await watching
  return {
    name: `resident memory, ${UPLOADS} connections of 64 kB POSTs, most`,
    value: state.most,
    unit: 'MB',
    bar: '≤ 400',
  }
}
