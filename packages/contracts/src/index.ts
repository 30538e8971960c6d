export {
  type AclExplanation,
  type AclQuestion,
  ASKED_METHODS,
  aclExplanation,
  aclQuestion,
  type OwnAccessAnswer,
  ownAccessAnswers,
  ownAccessQuestions,
  type PermissionCheck,
  type PermissionVerdict,
  permissionCheck,
  permissionVerdict,
} from './access/acl-question.ts'
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
} from './access/api-key.ts'
export { refuseManagement, refuseUnappliedRule, rulesAtStake, rulesIn } from './access/applied-rules.ts'
export {
  AUDIT_COLLECTION,
  AUDIT_DAYS,
  type AuditAction,
  type AuditRecord,
  auditAction,
  auditRecord,
} from './access/audit.ts'
export {
  type Grant,
  type GrantedCaller,
  type GrantedRequest,
  type GrantedRules,
  grant,
  grantedCaller,
  grantedPermission,
  grantedRequest,
  type UpstreamName,
  upstreamName,
  wholeGrant,
} from './access/grant.ts'
export {
  checkKeySecret,
  checkSessionToken,
  formatKeySecret,
  formatSessionToken,
  KEY_SECRET_PREFIX,
  SESSION_TOKEN_PREFIX,
} from './access/key-secret.ts'
export type { McpPolicy } from './access/mcp-policy.ts'
export { type Pass, pass, toolName } from './access/pass.ts'
export { type PasswordRecipe, passwordRecipe } from './access/password-hash.ts'
export {
  DOCUMENT_RULES,
  type DocumentRuleName,
  type DocumentRules,
  documentRules,
  type PermissionDocument,
  permissionDocument,
  TAKEN_PERMISSION_IDS,
} from './access/permission.ts'
export {
  ANONYMOUS_ROLE,
  distinctRoles,
  grantableRoles,
  type Principal,
  ROOT_ROLE,
  type RoleName,
  roleName,
  type UserId,
  userId,
} from './access/principal.ts'
export { type AppDocument, appDocument } from './app-document.ts'
export { type ChangePositions, type ChangeTopic, change, changeTopic, type LoggedChange } from './change.ts'
export { displayNameFault, displayNameOf, displayTextFault } from './display-text.ts'
export { errorCode } from './errors/error-code.ts'
export { errorHelp } from './errors/error-help.ts'
export {
  type ErrorCode,
  errorAnchor,
  errorCatalogue,
  type FieldError,
  type ProblemDocument,
  problemDocument,
  type Refusal,
  refuse,
} from './errors/errors.ts'
export { fieldError, fieldErrors, refuseFields } from './errors/field-errors.ts'
export { problemText } from './errors/problem-text.ts'
export { decodeExchange, encodeExchange, encodeExchangeParts, frameExchange } from './exchange/exchange-codec.ts'
export {
  type BodyCapture,
  clientName,
  type ExchangeEvent,
  exchangeEvent,
  type HeaderList,
  headerList,
  type RecordedExchange,
  type RepeatMark,
  repeatMark,
  type StartedFrame,
  startedFrame,
} from './exchange/exchange-event.ts'
export { exchangeCompleted, topics } from './exchange/topics.ts'
export { formatId } from './format-id.ts'
export { decodeJson, type ParsedJson, parseJson, readJsonText } from './json/parse-json.ts'
export { wireDate, wireDocumentId, wireObjectId } from './json/wire-values.ts'
export { findPathFault, findSegmentFault, MAX_SEGMENT_CHARACTERS } from './path-segment.ts'
export { type PluginId, type PluginState, pluginId, pluginRecord } from './plugin.ts'
export { type LiveProcess, PROCESSES_COLLECTION, type ProcessFigures, processRecord } from './process-record.ts'
export { conditionCheck, conditionQuestion, type DescribedExchange } from './webhooks/condition-check.ts'
export {
  type EventDetail,
  type EventOutcome,
  type EventPage,
  type EventSummary,
  eventDetail,
  eventPage,
  eventSummary,
} from './webhooks/event-view.ts'
export {
  type ExecutionStatus,
  executionStatus,
  type LogEntry,
  type LogEntryDetail,
  logEntry,
  logEntryDetail,
} from './webhooks/execution.ts'
export {
  type ListenedDelivery,
  type ListeningInput,
  listenedDelivery,
  listeningInput,
} from './webhooks/listening.ts'
export {
  type MailServerRecord,
  mailAddress,
  mailAllowance,
  mailServerInput,
  mailServerRecord,
  shownMailServer,
} from './webhooks/mail.ts'
export { recordingDetail, type ShownExchange, shownRecording, type WebhookSuggestion } from './webhooks/recording.ts'
export {
  DEFAULT_GRACE_SECONDS,
  rotatedSecret,
  SIGNING_SECRET_PREFIX,
  secretRotation,
} from './webhooks/signing-secret.ts'
export {
  type ReadyTemplate,
  readyTemplate,
  type TemplateForm,
  templatePreview,
  templateQuestion,
} from './webhooks/template.ts'
export { WATCHES_COLLECTION, type WatchRecord, watchRecord } from './webhooks/watch.ts'
export {
  type EmailWebhook,
  type HearingScope,
  type HttpWebhook,
  MAX_RECIPIENTS,
  newWebhook,
  type RetryPolicy,
  savedWebhook,
  sentWebhook,
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
} from './webhooks/webhook.ts'
export {
  type CountedBucket,
  countSteps,
  healthState,
  type WebhookHealth,
  webhookHealth,
  webhookStats,
} from './webhooks/webhook-counts.ts'
export {
  DEFAULT_SIGNATURE_PREFIX,
  type SecondSignature,
  type WebhookSignature,
} from './webhooks/webhook-signature.ts'
export { type WebhookTest, webhookTest } from './webhooks/webhook-test.ts'
