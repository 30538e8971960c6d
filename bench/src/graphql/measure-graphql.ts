import { isDeepStrictEqual } from 'node:util'
import { profileMissed } from '../cpu/profile-missed.ts'
import type { Figure } from '../figure.ts'
import type { HttpCandidate, HttpLoad } from '../http-candidate.ts'
import { compareCosts, startCandidate, workOf } from '../http-costs.ts'
import { answers, appDocument, LIST, TINY } from './world.ts'

const CANDIDATE = new URL('./candidate.ts', import.meta.url)
const NAMES = {
  stringify: 'JSON.stringify',
  constant: 'constant reply',
  sluice: 'Sluice',
  mercurius: 'mercurius with jit',
  yoga: 'graphql-yoga',
  apollo: 'Apollo Server with express',
}

const load = (name: string, query: string): HttpLoad => ({
  name,
  method: 'POST',
  target: '/graphql/bench',
  body: JSON.stringify({ query }),
})

/**
 * CPU by request of answering a query over objects in memory, in times of the first candidate's: lower is better. A
 * target of 0.55 of its requests per CPU-second is 1.82 times its cost.
 * @param core for the candidates; empty pins nothing
 */
export async function measureGraphql(core: string): Promise<Figure[]> {
  const start = (kind: keyof typeof NAMES): Promise<HttpCandidate> =>
    startCandidate({ name: NAMES[kind], script: CANDIDATE, parameters: [kind], core, upstream: 'graphql-apps' })
  const stringify = await start('stringify')
  const constant = await start('constant')
  const sluice = await start('sluice')
  await saveApp(sluice)
  const others = [await start('mercurius'), await start('yoga'), await start('apollo')]
  for (const candidate of [stringify, constant, sluice, ...others]) await checkAnswers(candidate)
  const [list, oneField] = [load('50 objects with a join', LIST), load('one field', TINY)]
  const figures = [
    ...besideServers(list, await compareCosts(list, [stringify, sluice, ...others], barOf('≤ 1.82'))),
    ...(await compareCosts(oneField, [constant, sluice, ...others], barOf('≤ 4'))),
  ]
  const explained = await profileMissed(figures, [workOf(list, sluice), workOf(oneField, sluice)])
  for (const { stop } of [stringify, constant, sluice, ...others]) await stop()
  return explained
}

/** The costs, and what a list of ours costs in times of the fastest other server's, and what one costs that walks its resolvers in times of ours. */
function besideServers({ name }: HttpLoad, costs: readonly Figure[]): Figure[] {
  const costOf = (server: string) => costs.find(figure => figure.name === `${name}, ${server}`)?.value ?? Number.NaN
  const compare = (one: string, other: string, bar: string): Figure => ({
    name: `${name}, ${one} against ${other}`,
    value: costOf(one) / costOf(other),
    unit: 'times',
    bar,
  })
  const { sluice, mercurius, yoga } = NAMES
  return [...costs, compare(sluice, mercurius, '≤ 1.1'), compare(yoga, sluice, '≥ 5')]
}

const barOf = (bar: string) => (candidate: string) => (candidate === NAMES.sluice ? bar : '')

class WrongAnswerError extends Error {
  override name = 'WrongAnswerError'
}

/** Checks the answers first: a candidate that answers something else, or an error, is not measured. */
async function checkAnswers(candidate: HttpCandidate): Promise<void> {
  for (const asked of [load('list', LIST), load('tiny', TINY)]) {
    const { method, target, body } = asked
    const answer = await candidate.pool.request({ method, path: target, headers: candidate.headers(asked), body })
    const given: unknown = await answer.body.json()
    const expected = answers[JSON.parse(body ?? '').query]
    if (!isDeepStrictEqual(given, expected)) throw new WrongAnswerError(`${candidate.name}: ${JSON.stringify(given)}`)
  }
}

class NotSavedError extends Error {
  override name = 'NotSavedError'
}

async function saveApp({ pool, headers }: HttpCandidate): Promise<void> {
  const body: string = JSON.stringify(appDocument())
  // Its author has to be allowed what it shows.
  const saving: HttpLoad = { name: 'save', method: 'POST', target: '/gql-apps', body, isRoot: true }
  const { method, target } = saving
  const answer = await pool.request({ method, path: target, headers: headers(saving), body })
  const text = await answer.body.text()
  if (answer.statusCode !== 201) throw new NotSavedError(text)
}
