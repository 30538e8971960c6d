import type { ErrorCode } from '@sluice/contracts'
import type { Access } from './route-target.ts'

/** What any request may be answered with before it is known who asks. */
const OF_ALL: readonly ErrorCode[] = ['BAD_PATH', 'RATE_LIMITED']
const OF_SIGN_IN: readonly ErrorCode[] = ['INVALID_CREDENTIALS', 'INVALID_KEY', 'INVALID_TOKEN']

const byAccess: Readonly<Record<Access, readonly ErrorCode[]>> = {
  open: ['BAD_PATH'],
  anybody: [...OF_ALL, ...OF_SIGN_IN],
  'signed-in': [...OF_ALL, ...OF_SIGN_IN, 'UNAUTHENTICATED', 'FORBIDDEN'],
  keys: [...OF_ALL, ...OF_SIGN_IN, 'UNAUTHENTICATED', 'FORBIDDEN', 'KEY_CANNOT_MANAGE_KEYS'],
  acl: [...OF_ALL, ...OF_SIGN_IN, 'UNAUTHENTICATED', 'FORBIDDEN'],
}

/** The errors that the gateway itself may answer a request with, by how the path is accessed; but for those of 5xx. */
export const errorsOfAccess = (access: Access, { hasBody }: { hasBody: boolean }): readonly ErrorCode[] =>
  hasBody ? [...byAccess[access], 'PAYLOAD_TOO_LARGE'] : byAccess[access]
