export { type Acl, findPermission, withPermissions } from './acl.ts'
export { checkPermission, type Permission } from './check-permission.ts'
export { compilePermissions, type RejectedPermission } from './compile-permissions.ts'
export { couldAdmit } from './could-admit.ts'
export { type AccessQuestion, explainAccess } from './explain-access.ts'
export { type ForeseenAccess, foreseeAccess, foreseeCredentials } from './foresee-access.ts'
export { interpolateRules, type RuleVariables } from './interpolate-rules.ts'
export {
  type AccessJudgement,
  type AccessRequest,
  judge,
  mayAdmitAnonymous,
  needsCredentials,
  needsRequestBody,
} from './judge.ts'
export { type AccountableCaller, judgeAs, type StandInRequest } from './judge-as.ts'
export { findNewIdFaults, judgeSavedPermission, type SavedPermissionJudgement } from './judge-saved-permission.ts'
export { createLiveAcl, type LiveAcl } from './live-acl.ts'
export { withoutAbsentRules } from './other-fields.ts'
export { createRuleReach, type RuleReach } from './reach/rule-reach.ts'
export { type SupposedRequest, supposedExchange } from './supposed-exchange.ts'
