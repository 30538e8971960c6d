import { roleName, userId } from '@sluice/contracts'
import { createRepeats, type ServiceRequest, type WriteClaim } from '@sluice/service-kit'
import { type GoldenScene, goldenEventId } from './golden-scene.ts'

/** A POST of `ann` that has come with an Idempotency-Key. */
type GoldenPost = { number: number; target: string; body: unknown }

/** The Idempotency-Key of a golden POST. */
export const goldenKey = (number: number): string => `golden-${number}`

/** Who has sent golden POSTs. */
export const GOLDEN_SENDER = { id: 'ann', roles: ['reader', 'writer'] } as const

/** The POST as a service takes it. @param key its Idempotency-Key; it has no other header */
export function goldenPost({ number, target, body }: GoldenPost, key: string): ServiceRequest {
  const { id, roles } = GOLDEN_SENDER
  const principal = { id: userId.parse(id), roles: roles.map(role => roleName.parse(role)), via: 'password' } as const
  return {
    requestId: goldenEventId(number),
    method: 'POST',
    target,
    params: {},
    query: new URLSearchParams(),
    header: name => (name === 'idempotency-key' ? key : undefined),
    rawBody: Buffer.from(JSON.stringify(body)),
    caller: { principal, isRoot: false, permission: null, chain: [] },
    signal: () => new AbortController().signal,
    hold() {},
  }
}

/** Begins a POST, as a service does that is to keep its answer. */
export async function claimGolden(scene: GoldenScene, post: GoldenPost): Promise<WriteClaim> {
  const key = goldenKey(post.number)
  const begun = await createRepeats(scene).begin(goldenPost(post, key), key)
  if (begun.kind !== 'claimed') throw new RangeError(`The POST ${post.number} was begun before.`)
  return begun.claim
}
