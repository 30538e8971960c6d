import type { HttpClient } from '@sluice/e2e'
import { profileMissed } from '../cpu/profile-missed.ts'
import { type Figure, median, quantile } from '../figure.ts'
import type { HttpLoad } from '../http-candidate.ts'
import { compareCosts, workOf } from '../http-costs.ts'
import { hostileDocuments } from './hostile-documents.ts'
import { type Stack, startGraphqlStack } from './start-stack.ts'
import { appDocument, LIST, schemaOf, TINY } from './world.ts'

const SAVES = 100
/** So many that the hundredth part of them is more than the one or two in which a process collects. */
const TIMED_SAVES = 600
/** The first save of a process runs code that nothing has run before. */
const WARM_UP_SAVES = 20
const CLIENTS = 8
const HOSTILE_TIMES = 100

const query = (name: string, text: string): HttpLoad => ({
  name,
  method: 'POST',
  target: '/graphql/bench',
  body: JSON.stringify({ query: text }),
})

/**
 * Gateway, apps and MongoDB together, for somebody with a key: what queries cost, how soon a saved app is served, and
 * what a document costs that is sent to do harm.
 * @param cores for gateways and apps; empty pins nothing
 */
export async function measureGraphqlStack(cores: string): Promise<Figure[]> {
  const stack = await startGraphqlStack(cores)
  try {
    const [first] = stack.through
    await first?.json('POST', '/gql-apps', appDocument())
    const [list, one] = [query('50 objects with a join', LIST), query('one object', TINY)]
    const figures = [
      ...(await costOf(stack, list, '≤ 600')),
      ...(await costOf(stack, one, '≤ 300')),
      ...(await measureHostile(stack)),
      ...(await measureSaves(stack)),
      await measureSavesUnderLoad(stack),
    ]
    return await profileMissed(figures, [workOf(list, stack), workOf(one, stack)])
  } finally {
    await stack.stop()
  }
}

async function costOf(stack: Stack, load: HttpLoad, bar: string): Promise<Figure[]> {
  const [cost] = await compareCosts(load, [stack], () => '')
  return cost ? [{ ...cost, bar }] : []
}

class WrongAnswerError extends Error {
  override name = 'WrongAnswerError'
}

/** CPU of the apps' process alone, for documents of 100 kB that are refused. */
async function measureHostile(stack: Stack): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const [name, document] of hostileDocuments()) {
    const load = query(name, document)
    const send = () =>
      stack.pool.request({ method: 'POST', path: load.target, headers: stack.headers(load), body: load.body })
    const costs: number[] = []
    for (let count = 0; count < HOSTILE_TIMES; count += 1) {
      const before = await stack.appsCpuMicros()
      const answer = await send()
      const text = await answer.body.text()
      if (answer.statusCode !== 400) throw new WrongAnswerError(`${name}: ${answer.statusCode} ${text.slice(0, 200)}`)
      costs.push(((await stack.appsCpuMicros()) - before) / 1_000)
    }
    figures.push({
      name: `100 kB to refuse: ${name}, median of ${HOSTILE_TIMES}`,
      value: median(costs),
      unit: 'ms',
      bar: '≤ 5',
    })
  }
  return figures
}

/** A query that tells which version of the app has answered. */
const asksVersion = { query: '{ version: __type(name: "Version") { description } }' }
const versionAt = async (node: HttpClient): Promise<unknown> =>
  JSON.parse(await node.text('POST', '/graphql/bench', asksVersion)).data?.version?.description

/** From the request that saves an app to its first answer through each gateway. */
async function measureSaves({ through: [here, there] }: Stack): Promise<Figure[]> {
  if (!here || !there) return []
  const [atHome, elsewhere]: [number[], number[]] = [[], []]
  for (let count = -WARM_UP_SAVES; count < TIMED_SAVES; count += 1) {
    const version = `v${count}`
    const begunAt = performance.now()
    await here.text('PATCH', '/gql-apps/bench', { schema: schemaOf(version) })
    if ((await versionAt(here)) !== version)
      throw new WrongAnswerError('The node that saved an app serves another one.')
    const servedAt = performance.now()
    while ((await versionAt(there)) !== version);
    if (count < 0) continue
    atHome.push(servedAt - begunAt)
    elsewhere.push(performance.now() - begunAt)
  }
  const spread = (name: string, values: readonly number[], bar: string): Figure[] => [
    { name: `save to served ${name}, p50 of ${TIMED_SAVES}`, value: quantile(values, 0.5), unit: 'ms', bar: '' },
    { name: `save to served ${name}, p99 of ${TIMED_SAVES}`, value: quantile(values, 0.99), unit: 'ms', bar },
  ]
  return [...spread('on the node', atHome, '≤ 50'), ...spread('on the other node', elsewhere, '≤ 1,000')]
}

/** Requests that fail while the app is saved over and over. */
async function measureSavesUnderLoad({ through }: Stack): Promise<Figure> {
  let isOver = false
  let failed = 0
  let sent = 0
  const client = async (node: HttpClient) => {
    while (!isOver) {
      sent += 1
      const isAnswered = await node
        .json<{ data?: { orders?: unknown[] }; errors?: unknown }>('POST', '/graphql/bench', { query: LIST })
        .then(
          ({ data, errors }) => data?.orders?.length === 50 && errors === undefined,
          () => false,
        )
      if (!isAnswered) failed += 1
    }
  }
  const clients = through.flatMap(node => Array.from({ length: CLIENTS / 2 }, () => client(node)))
  for (let count = 0; count < SAVES; count += 1)
    await through[0]?.text('PATCH', '/gql-apps/bench', { schema: schemaOf(`w${count}`) })
  isOver = true
  await Promise.all(clients)
  return { name: `requests that failed during ${SAVES} saves`, detail: `of ${sent}`, value: failed, unit: '', bar: '0' }
}
