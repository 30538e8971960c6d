export {
  CHECKED_ANSWERS_VARIABLE,
  type CheckedAnswer,
  createAnswerCheck,
  UndescribedAnswerError,
} from './answers/answer-check.ts'
export { checkedBy } from './answers/checked-by.ts'
export { configOf } from './config-of.ts'
export { eventually } from './eventually.ts'
export type { HostileManner } from './hostile-manners.ts'
export { type HostileTarget, startHostileTarget } from './hostile-target.ts'
export { makeSelfSigned, type SelfSigned } from './self-signed.ts'
export { createSignedClient, type SignedClient, type SignedRequest } from './signed-client.ts'
export { temporaryDirectory } from './temporary-directory.ts'
export { openTestPlatform, type TestPlatform } from './test-platform.ts'
