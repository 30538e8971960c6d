import { type PromiseVerdict, verdict } from '../verdict.ts'

/** What a log says of one webhook and one chain of requests. */
export type ChainLink = { tag: string; status: 'success' | 'failed' | 'skipped' | 'pending'; isLoop: boolean }

/** Webhooks that lead to each other, and what came of the requests that set them going. */
export type Circle = {
  name: string
  /** The tags of the first request of each chain; all that follow carry it too. */
  tags: readonly string[]
  /** Requests that the service got, by their tag: what was sent first, and what its webhooks sent. */
  requests: ReadonlyMap<string, number>
  /** The first one closes the circle. */
  webhooks: readonly { name: string; links: readonly ChainLink[] }[]
}

/** A webhook fires once in a chain of requests; the one that closes the circle is then skipped, and says why (F20). */
export function judgeLoops(circles: readonly Circle[]): PromiseVerdict {
  const chains = circles.reduce((sum, { tags }) => sum + tags.length, 0)
  const requests = circles.flatMap(({ requests: ofOne }) => [...ofOne.values()]).reduce((sum, count) => sum + count, 0)
  return verdict('O', `${chains} chains of ${requests} requests`, circles.flatMap(judgeCircle))
}

function judgeCircle(circle: Circle): string[] {
  const known = new Set(circle.tags)
  const strangers = [...circle.requests.keys()].filter(tag => !known.has(tag))
  return [
    ...circle.tags.flatMap(tag => judgeChain(circle, tag)),
    ...strangers.map(tag => `${circle.name}: requests of the chain ${tag || '(none)'}, which nobody began`),
  ]
}

function judgeChain({ name, requests, webhooks }: Circle, tag: string): string[] {
  const made = requests.get(tag) ?? 0
  // What was sent first, and one by each webhook.
  const due = 1 + webhooks.length
  return [
    ...(made === due ? [] : [`${name}: the chain ${tag} has ${made} requests instead of ${due}`]),
    ...webhooks.flatMap(({ name: webhook, links }, index) => {
      const ofChain = links.filter(link => link.tag === tag)
      const fired = ofChain.filter(({ status }) => status !== 'skipped')
      const loops = ofChain.filter(({ status, isLoop }) => status === 'skipped' && isLoop).length
      const dueLoops = index === 0 ? 1 : 0
      return [
        ...(fired.length === 1 ? [] : [`${name}: ${webhook} fired ${fired.length} times in the chain ${tag}`]),
        ...fired
          .filter(({ status }) => status !== 'success')
          .map(({ status }) => `${name}: ${webhook} ended as ${status} in the chain ${tag}`),
        ...(loops === dueLoops
          ? []
          : [`${name}: ${webhook} says loop ${loops} times in the chain ${tag} instead of ${dueLoops}`]),
      ]
    }),
  ]
}
