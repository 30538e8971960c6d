export { adminPart, changeLogReadiness } from './admin-part.ts'
export type { Readiness } from './admin-server.ts'
export { auditLine, auditNamespace, type Occasion, occasionOf, writeAuditLine } from './audit-line.ts'
export { openAuthorities } from './authorities.ts'
export { bodyBudget } from './byte-budget.ts'
export { CHAIN_HEADER, chainKeys, signChain, verifyChain } from './chain.ts'
export { backendSettings, upstreamSettings } from './cluster-settings.ts'
export {
  type Config,
  readEnvironment,
  type Settings,
} from './config.ts'
export { currentKeys, type InternalSecrets } from './current-keys.ts'
export { apiPage } from './docs-page/api-page.ts'
export { errorPage } from './docs-page/error-page.ts'
export { GRANT_HEADER, grantKeys, POSITIONS_HEADER, signGrant } from './grant.ts'
export { createServiceApp, toRefusal } from './http-app.ts'
export { httpService } from './http-service.ts'
export { closeServer, describeListenFault, type ListenAddress, ListenError, type Listener, listen } from './listener.ts'
export type { Follow, LiveConfig } from './live-config.ts'
export { loadConfig, readLiveConfig } from './load-config.ts'
export { createLogger, type Logger } from './logger.ts'
export { compileRoutes } from './match-route.ts'
export { meterOf, observing } from './meter-of.ts'
export { networkOf } from './network-of.ts'
export { observeChanges } from './observe-changes.ts'
export { describeRoutes, mergeDescriptions, type OpenApiDocument } from './openapi.ts'
export { OperatorError } from './operator-error.ts'
export { parseBody, parseJson } from './parse-body.ts'
export { instantField, instantQuery, parseQuery } from './parse-query.ts'
export type { Platform } from './platform.ts'
export { ProblemError, UnavailableError } from './problem-error.ts'
export {
  type Answer,
  bytes,
  created,
  EVENT_STREAM_TYPE,
  eventStream,
  type Handler,
  noContent,
  notModified,
  type Operation,
  ok,
  type Route,
  type ServiceRequest,
} from './route.ts'
export { type Part, runService } from './run-service.ts'
export { type Secret, secret } from './secret.ts'
export {
  authoritySettings,
  clusterTrustSettings,
  databaseSettings,
  embeddedSettings,
  embeddedTrustSettings,
  firstOwnerSettings,
  gatewaySettings,
  keySettings,
  listenSettings,
  webhookSettings,
} from './settings.ts'
export { createSparseLog } from './sparse-log.ts'
export { startTelemetry } from './telemetry.ts'
export type { Sampler } from './tracing/sampler.ts'
export { beginSpan, beginTrace, failSpan, isRecorded, type Span, traceparentOf } from './tracing/spans.ts'
export { startTracing, type Tracing } from './tracing/start-tracing.ts'
export { traceStore } from './tracing/trace-store.ts'
export { tracingSettings } from './tracing/tracing-settings.ts'
export { type Watched, watchedFilesPart } from './watched-files.ts'
