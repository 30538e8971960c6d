export { apiPage } from './docs-page/api-page.ts'
export { errorPage } from './docs-page/error-page.ts'
export { findExample } from './docs-page/find-example.ts'
export {
  type AuditedWrite,
  auditLine,
  auditNamespace,
  type Occasion,
  occasionOf,
  writeAuditLine,
  writeAuditOf,
  writeAuditOfEach,
} from './http/audit-line.ts'
export { describeRoutes } from './http/description/describe-routes.ts'
export { mergeDescriptions } from './http/description/merge-descriptions.ts'
export { type OpenApiDocument, type OpenApiObject, parseDescription } from './http/description/openapi-document.ts'
export { tidySchema } from './http/description/tidy-schema.ts'
export { createServiceApp, toRefusal } from './http/http-app.ts'
export { withKnownQuery } from './http/known-query.ts'
export {
  closeServer,
  describeListenFault,
  type ListenAddress,
  ListenError,
  type Listener,
  listen,
} from './http/listener.ts'
export { compileRoutes } from './http/match-route.ts'
export { nodeHttp } from './http/node-http.ts'
export { parseBody, parseJson } from './http/parse-body.ts'
export { instantField, instantQuery, parseQuery } from './http/parse-query.ts'
export {
  changedMeanwhile,
  dryRunQuery,
  isDryRun,
  isThere,
  judgePreconditions,
  type Preconditions,
  readPreconditions,
} from './http/preconditions.ts'
export { ProblemError, UnavailableError } from './http/problem-error.ts'
export { refuseUnapplied } from './http/refuse-unapplied.ts'
export {
  type Answer,
  bytes,
  created,
  EVENT_STREAM_TYPE,
  eventStream,
  noContent,
  notModified,
  type Operation,
  ok,
  type Route,
  type RouteHandler,
  type ServiceRequest,
  type WriteClaim,
} from './http/route.ts'
export type { Shortcut } from './http/shortcut.ts'
export { departureOf } from './http/to-service-request.ts'
export type { InProcessLine } from './line/in-process-line.ts'
export { followPlugins, type Plugins, readPluginState } from './plugins/follow-plugins.ts'
export { memoryAtRest } from './processes/memory-at-rest.ts'
export { processBeat } from './processes/process-beat.ts'
export { onlyOnce } from './repeats/only-once.ts'
export { createRepeats, type Repeats } from './repeats/repeats.ts'
export { adminPart, changeLogReadiness } from './service/admin-part.ts'
export type { Degradation, Readiness } from './service/admin-server.ts'
export { openAuthorities } from './service/authorities.ts'
export { httpService, type ServiceAddress } from './service/http-service.ts'
export type { Follow, LiveConfig } from './service/live-config.ts'
export { loadConfig, readLiveConfig } from './service/load-config.ts'
export type { Platform } from './service/platform.ts'
export { keepPrivate } from './service/private-folder.ts'
export { type ProcessPart, runService } from './service/run-service.ts'
export { type WatchedSettings, watchedFilesPart } from './service/watched-files.ts'
export {
  type Config,
  readEnvironment,
  type SettingDefinitions,
  setting,
} from './settings/config.ts'
export { OperatorError } from './settings/operator-error.ts'
export { productVersion } from './settings/product-version.ts'
export { type Secret, secret } from './settings/secret.ts'
export { commaList, flag, isAddressBlock, wholeNumber } from './settings/setting-schemas.ts'
export {
  authoritySettings,
  clusterTrustSettings,
  databaseSettings,
  embeddedTrustSettings,
  listenSettings,
} from './settings/settings.ts'
export { bodyBudget, createByteBudget } from './telemetry/byte-budget.ts'
export { gatherLines } from './telemetry/gathered-lines.ts'
export { createLogger, type Logger } from './telemetry/logger.ts'
export { meterOf, observing } from './telemetry/meter-of.ts'
export { observeChanges } from './telemetry/observe-changes.ts'
export { observeDependencies } from './telemetry/observe-dependencies.ts'
export { createSparseLog, type SparseLog } from './telemetry/sparse-log.ts'
export { startTelemetry } from './telemetry/telemetry.ts'
export type { Sampler } from './tracing/sampler.ts'
export { beginSpan, beginTrace, failSpan, isRecorded, type Span, traceparentOf } from './tracing/spans.ts'
export { startTracing, type TracingPart } from './tracing/start-tracing.ts'
export { traceStore } from './tracing/trace-store.ts'
export { tracingSettings } from './tracing/tracing-settings.ts'
export { CHAIN_HEADER, chainKeys, signChain, verifyChain } from './trust/chain.ts'
export { currentKeys, type InternalSecrets } from './trust/current-keys.ts'
export {
  CALLER_HEADER,
  GRANT_VERSION,
  grantKeys,
  POSITIONS_HEADER,
  REQUEST_HEADER,
  type SignedGrant,
  type SignedWholeGrant,
  signGrant,
  signWholeGrant,
  WHOLE_GRANT_HEADER,
} from './trust/grant.ts'
export { type CallerText, formatGrantedCaller } from './trust/granted-caller.ts'
export { instantText } from './trust/instant-text.ts'
export { networkOf } from './trust/network-of.ts'
export { PASS_HEADER, passKeys, signPass, TOOL_HEADER, verifyPass } from './trust/pass.ts'
export { REPEAT_HEADER, readRepeat } from './trust/repeat-header.ts'
