import type { Route } from '@sluice/service-kit'
import { type IssueKey, issueKey } from './routes/issue-key.ts'
import { listKeys } from './routes/list-keys.ts'
import { revokeKey } from './routes/revoke-key.ts'
import { rotateKey } from './routes/rotate-key.ts'
import { showPolicy } from './routes/show-policy.ts'

/** What the keys service serves. */
export const routes = (dependencies: IssueKey): readonly Route[] => [
  ['POST', '/keys', issueKey(dependencies)],
  ['GET', '/keys', listKeys(dependencies)],
  ['GET', '/keys/policy', showPolicy(dependencies)],
  ['DELETE', '/keys/:id', revokeKey(dependencies)],
  ['POST', '/keys/:id/rotate', rotateKey(dependencies)],
]
