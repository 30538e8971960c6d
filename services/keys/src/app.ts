import type { Route } from '@sluice/service-kit'
import type { KeyUsageCounts } from './ports/key-usage.ts'
import type { LeakedKeys } from './ports/leaked-keys.ts'
import { type IssueKey, issueKey } from './routes/issue-key.ts'
import { listAllKeys } from './routes/list-all-keys.ts'
import { listKeys } from './routes/list-keys.ts'
import { reportLeakedKey } from './routes/report-leaked-key.ts'
import { revokeAnyKey, revokeKey } from './routes/revoke-key.ts'
import { revokeKeys } from './routes/revoke-keys.ts'
import { rotateKey } from './routes/rotate-key.ts'
import { showAnyKey } from './routes/show-any-key.ts'
import { showAudit } from './routes/show-audit.ts'
import { showKeyPolicy } from './routes/show-key-policy.ts'
import { showKeyUsage, showOwnKeyUsage } from './routes/show-key-usage.ts'

/** What the keys service serves. */
export const routes = (dependencies: IssueKey & { usage: KeyUsageCounts; leaked: LeakedKeys }): readonly Route[] => [
  ['POST', '/keys', issueKey(dependencies)],
  ['GET', '/keys', listKeys(dependencies)],
  ['GET', '/keys/policy', showKeyPolicy(dependencies)],
  ['DELETE', '/keys/:id', revokeKey(dependencies)],
  ['POST', '/keys/leaked', reportLeakedKey(dependencies)],
  ['POST', '/keys/:id/rotate', rotateKey(dependencies)],
  ['GET', '/keys/:id/usage', showOwnKeyUsage(dependencies)],
  ['GET', '/admin/keys', listAllKeys(dependencies)],
  ['DELETE', '/admin/keys', revokeKeys(dependencies)],
  ['GET', '/admin/keys/:id', showAnyKey(dependencies)],
  ['DELETE', '/admin/keys/:id', revokeAnyKey(dependencies)],
  ['GET', '/admin/keys/:id/usage', showKeyUsage(dependencies)],
  ['GET', '/admin/audit', showAudit(dependencies)],
]
