import type { SluiceProcess } from '@sluice/e2e'
import { z } from 'zod'
import { askAsOwner, basic, createAsker } from './owner-client.ts'

/** Somebody as whom requests are made up: how Schemathesis signs him in, and what it does not ask for. */
export type FuzzCaller = { name: string; options: readonly string[]; leftOut: readonly string[] }

const MEMBER = 'fuzz-member'
const PASSWORD = 'correct horse battery staple'
const issued = z.object({ key: z.string() })

/** An open stream does not end, so that nothing could be said of it; one that is refused does. */
const ENDLESS = ['tailEvents']

/**
 * Makes who may do little: a user with one role, whose permission has every rule, and a key of his. In this order no one
 * takes away what the next one needs.
 * @param root what stands before `/acl` and `/users` in the paths of this tier
 */
export async function makeCallers(sluice: SluiceProcess, root: string): Promise<FuzzCaller[]> {
  const ask = askAsOwner(sluice)
  const narrowed = { origin: 'SFO' }
  await ask('POST', `${root}/acl`, {
    _id: MEMBER,
    roles: [MEMBER],
    predicate: `path-prefix('${root}/routes')`,
    mongo: {
      readFilter: narrowed,
      writeFilter: narrowed,
      mergeRequest: narrowed,
      projectResponse: { flights: 0 },
      allowBulkPatch: true,
      allowWriteMode: true,
    },
  })
  const mayHaveKeys = { roles: [MEMBER], predicate: "path('/keys') and method(POST)", apiKeys: { roles: [MEMBER] } }
  await ask('POST', `${root}/acl`, { _id: `${MEMBER}-keys`, ...mayHaveKeys })
  await ask('POST', `${root}/users`, { _id: MEMBER, roles: [MEMBER], password: PASSWORD })
  const askAsMember = createAsker(sluice.url, basic(MEMBER, PASSWORD))
  const { key } = issued.parse(await askAsMember('POST', '/keys', { name: 'fuzz', roles: [MEMBER] }))
  return [
    { name: 'nobody', options: [], leftOut: [] },
    { name: 'a key', options: ['--header', `Authorization: Bearer ${key}`], leftOut: [] },
    { name: 'a member', options: ['--auth', `${MEMBER}:${PASSWORD}`], leftOut: [] },
    { name: 'the owner', options: ['--auth', `admin:${sluice.ownerPassword}`], leftOut: ENDLESS },
  ]
}
