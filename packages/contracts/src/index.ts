export { type AclExplanation, type AclQuestion, aclExplanation, aclQuestion } from './acl-question.ts'
export {
  type ApiKeyRecord,
  apiKeyRecord,
  KEY_USAGE_COLLECTION,
  KEY_USAGE_DAYS,
  type KeyId,
  type KeyPolicy,
  type KeyRules,
  keyId,
  keyPolicy,
  keyRules,
  keyUsageRecord,
} from './api-key.ts'
export { type AppDocument, appDocument } from './app-document.ts'
export {
  AUDIT_COLLECTION,
  AUDIT_DAYS,
  type AuditAction,
  type AuditRecord,
  auditAction,
  auditRecord,
} from './audit.ts'
export { type Change, type ChangePositions, type ChangeTopic, change, changeTopic } from './change.ts'
export { conditionCheck, conditionQuestion, type DescribedExchange } from './condition-check.ts'
export { errorHelp } from './error-help.ts'
export {
  type ErrorCode,
  errorAnchor,
  errorCatalogue,
  type FieldError,
  problemDocument,
  type Refusal,
  refuse,
} from './errors.ts'
export { decodeExchange, encodeExchange, encodeExchangeParts } from './exchange-codec.ts'
export {
  type BodyCapture,
  type ExchangeEvent,
  exchangeEvent,
  type HeaderList,
  headerList,
  type RecordedExchange,
  type StartedFrame,
  startedFrame,
} from './exchange-event.ts'
export {
  type ExecutionStatus,
  executionStatus,
  type LogEntry,
  type LogEntryDetail,
  logEntry,
  logEntryDetail,
} from './execution.ts'
export { fieldErrors, refuseFields } from './field-errors.ts'
export { type Grant, type GrantedRules, grant, type UpstreamName, upstreamName } from './grant.ts'
export {
  checkKeySecret,
  checkSessionToken,
  formatKeySecret,
  formatSessionToken,
  KEY_SECRET_PREFIX,
  SESSION_TOKEN_PREFIX,
} from './key-secret.ts'
export {
  type MailServerRecord,
  mailAddress,
  mailAllowance,
  mailServerInput,
  mailServerRecord,
  shownMailServer,
} from './mail.ts'
export { type PasswordRecipe, passwordRecipe } from './password-hash.ts'
export {
  type DocumentRules,
  documentRules,
  type PermissionDocument,
  permissionDocument,
} from './permission.ts'
export { type PluginId, type PluginState, pluginId, pluginRecord } from './plugin.ts'
export {
  ANONYMOUS_ROLE,
  grantableRoles,
  type Principal,
  ROOT_ROLE,
  type RoleName,
  roleName,
  type UserId,
  userId,
} from './principal.ts'
export { recordingDetail, type ShownExchange, shownRecording, type WebhookSuggestion } from './recording.ts'
export {
  DEFAULT_GRACE_SECONDS,
  rotatedSecret,
  SIGNING_SECRET_PREFIX,
  secretRotation,
} from './signing-secret.ts'
export { type ReadyTemplate, readyTemplate, type TemplateForm, templatePreview, templateQuestion } from './template.ts'
export { exchangeCompleted, topics } from './topics.ts'
export { WATCHES_COLLECTION, type WatchRecord, watchRecord } from './watch.ts'
export {
  type EmailWebhook,
  type HttpWebhook,
  MAX_RECIPIENTS,
  newWebhook,
  type RetryPolicy,
  savedWebhook,
  shownWebhook,
  shownWebhookNow,
  testQuestion,
  unsavedWebhook,
  type WebhookId,
  type WebhookInput,
  type WebhookRecord,
  webhookChange,
  webhookId,
  webhookInput,
  webhookRecord,
} from './webhook.ts'
export { type WebhookTest, webhookTest } from './webhook-test.ts'
