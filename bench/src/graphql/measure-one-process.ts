import { eventually } from '@sluice/testkit'
import { profileMissed } from '../cpu/profile-missed.ts'
import type { Figure } from '../figure.ts'
import type { HttpLoad } from '../http-candidate.ts'
import { compareCosts, workOf } from '../http-costs.ts'
import { COLLECTS, heldIn } from '../memory/held-memory.ts'
import { type BenchProcess, ONE_PROCESS, startBenchProcess } from '../one-process.ts'
import { startGraphqlStack } from './start-stack.ts'
import { appDocument, customers, LIST, orders, TINY } from './world.ts'

const UNBATCHED = 'unbatched'
const APPS = 2_000
const AT_ONCE = 8

const query = (name: string, text: string, app = 'bench'): HttpLoad => ({
  name,
  method: 'POST',
  target: `/graphql/${app}`,
  body: JSON.stringify({ query: text }),
})
const LOADS: readonly HttpLoad[] = [
  { ...query('50 objects with a join', LIST), requests: 500 },
  { ...query('50 objects with an unbatched join', LIST, UNBATCHED), requests: 300 },
  query('one object', TINY),
]

/**
 * What queries cost one process, its store included, beside gateway and apps on a MongoDB; and what many apps hold in it.
 * @param cores for the processes; empty pins nothing
 */
export async function measureGraphqlInOneProcess(cores: string): Promise<Figure[]> {
  const stack = await startGraphqlStack(cores)
  const process = await startBenchProcess({ cores, settings: { NODE_OPTIONS: COLLECTS } }, furnishGraphql)
  try {
    const apps = [appDocument(), appDocument({ id: UNBATCHED, dataLoader: { batching: false } })]
    for (const app of apps) await stack.through[0]?.json('POST', '/gql-apps', app)
    for (const app of apps) await process.owner.json('POST', '/gql-apps', app)
    const one = process.candidate(ONE_PROCESS)
    const figures: Figure[] = []
    for (const load of LOADS) figures.push(...(await compareCosts(load, [stack, one], () => '')))
    const judged = figures.map(figure => ({ ...figure, bar: BARS[figure.name] ?? '' }))
    const works = LOADS.map(load => workOf(load, one))
    const profiled = await profileMissed(judged, works)
    // Last: for a while a process has other things to do after thousands of saves.
    return [...profiled, await measureManyApps(process)]
  } finally {
    await process.stop()
    await stack.stop()
  }
}

const BARS: Readonly<Record<string, string>> = {
  [`50 objects with a join, ${ONE_PROCESS}, ratio`]: '≤ 1.3',
  [`50 objects with an unbatched join, ${ONE_PROCESS}`]: '≤ 3,500',
  [`one object, ${ONE_PROCESS}`]: '≤ 210',
}

async function furnishGraphql(owner: BenchProcess['owner']): Promise<void> {
  await owner.json('POST', '/acl', { _id: 'graphql', roles: ['reader'], predicate: "path-prefix('/graphql')" })
  for (const [collection, documents] of Object.entries({ orders, customers })) {
    await owner.json('PUT', `/${collection}`)
    await owner.json('POST', `/${collection}`, documents)
  }
}

/** All are saved first, and then asked one query each. */
async function measureManyApps({ sluice, owner }: BenchProcess): Promise<Figure> {
  const before = await readLive(sluice)
  await forEach(number => owner.text('POST', '/gql-apps', appDocument({ id: `app-${number}` })))
  await forEach(number => owner.text('POST', `/graphql/app-${number}`, { query: TINY }))
  const live = (await readLive(sluice)) - before
  return { name: `${APPS} apps of 4 types, each asked once: live`, value: live / 1024 ** 2, unit: 'MB', bar: '≤ 128' }
}

async function forEach(work: (number: number) => Promise<unknown>): Promise<void> {
  let begun = 0
  const worker = async () => {
    while (begun < APPS) {
      const number = begun
      begun += 1
      await work(number)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

/** @returns bytes of objects and buffers that are left after a collection */
async function readLive({ pid, logged }: BenchProcess['sluice']): Promise<number> {
  const before = heldIn(logged()).length
  process.kill(pid, 'SIGUSR2')
  const held = await eventually(async () => heldIn(logged())[before] ?? false, { what: 'the process has collected' })
  return held.live
}
