import type { Route } from '@sluice/service-kit'
import type { ReadLogs } from './log/shown-range.ts'
import { changeWebhook } from './routes/change-webhook.ts'
import { type CheckCondition, checkCondition } from './routes/check-condition.ts'
import { clearLogs } from './routes/clear-logs.ts'
import { type CreateWebhook, createWebhook } from './routes/create-webhook.ts'
import { deleteMailServer } from './routes/delete-mail-server.ts'
import { deleteWebhook } from './routes/delete-webhook.ts'
import { listAllEvents, showEvent } from './routes/events.ts'
import { listAllLogs } from './routes/list-all-logs.ts'
import { listLogs } from './routes/list-logs.ts'
import { type ListTemplates, listTemplates } from './routes/list-templates.ts'
import { type ListWebhooks, listWebhooks } from './routes/list-webhooks.ts'
import { type PreviewTemplate, previewTemplate } from './routes/preview-template.ts'
import { type Recordings, showRecording, startRecording } from './routes/recordings.ts'
import { redeliverLog } from './routes/redeliver-log.ts'
import { type RedeliverMany, redeliverLogs } from './routes/redeliver-logs.ts'
import { type ReplaceMailServer, replaceMailServer } from './routes/replace-mail-server.ts'
import { replaceWebhook } from './routes/replace-webhook.ts'
import { rotateSecret } from './routes/rotate-secret.ts'
import { showLog } from './routes/show-log.ts'
import { type ShowMailAllowance, showMailAllowance } from './routes/show-mail-allowance.ts'
import { showMailServer } from './routes/show-mail-server.ts'
import { type ShowStats, showStats } from './routes/show-stats.ts'
import { type ShowWebhook, showWebhook } from './routes/show-webhook.ts'
import { listen, type ReadTails, tailEvents, tailLogs } from './routes/tails.ts'
import { type TestWebhook, testUnsavedWebhook, testWebhook } from './routes/test-webhook.ts'
import { listWebhookVersions, restoreWebhookVersion, showWebhookVersion } from './routes/webhook-versions.ts'

type Dependencies = CreateWebhook &
  ListWebhooks &
  ShowStats &
  ReadLogs &
  ReplaceMailServer &
  ShowMailAllowance &
  TestWebhook &
  CheckCondition &
  PreviewTemplate &
  ListTemplates &
  Recordings &
  ReadTails &
  ShowWebhook &
  RedeliverMany

/** What the webhook dispatcher serves. */
export const routes = (dependencies: Dependencies): readonly Route[] => [
  ['GET', '/webhooks', listWebhooks(dependencies)],
  ['POST', '/webhooks', createWebhook(dependencies)],
  ['GET', '/webhooks/mail-server', showMailServer(dependencies)],
  ['PUT', '/webhooks/mail-server', replaceMailServer(dependencies)],
  ['DELETE', '/webhooks/mail-server', deleteMailServer(dependencies)],
  ['GET', '/webhooks/mail-allowance', showMailAllowance(dependencies)],
  ['POST', '/webhooks/recordings', startRecording(dependencies)],
  ['GET', '/webhooks/recordings/:id', showRecording(dependencies)],
  ['GET', '/webhooks/templates', listTemplates(dependencies)],
  ['POST', '/webhooks/templates/preview', previewTemplate(dependencies)],
  ['POST', '/webhooks/conditions/check', checkCondition(dependencies)],
  ['POST', '/webhooks/listen', listen(dependencies)],
  ['POST', '/webhooks/test', testUnsavedWebhook(dependencies)],
  ['GET', '/webhooks/stats', showStats(dependencies)],
  ['GET', '/webhooks/logs', listAllLogs(dependencies)],
  ['GET', '/webhooks/:id', showWebhook(dependencies)],
  ['PATCH', '/webhooks/:id', changeWebhook(dependencies)],
  ['PUT', '/webhooks/:id', replaceWebhook(dependencies)],
  ['DELETE', '/webhooks/:id', deleteWebhook(dependencies)],
  ['GET', '/webhooks/:id/versions', listWebhookVersions(dependencies)],
  ['GET', '/webhooks/:id/versions/:version', showWebhookVersion(dependencies)],
  ['POST', '/webhooks/:id/versions/:version/restore', restoreWebhookVersion(dependencies)],
  ['POST', '/webhooks/:id/secret', rotateSecret(dependencies)],
  ['POST', '/webhooks/:id/test', testWebhook(dependencies)],
  ['GET', '/webhooks/:id/logs', listLogs(dependencies)],
  ['GET', '/webhooks/:id/logs/tail', tailLogs(dependencies)],
  ['GET', '/webhooks/:id/logs/:logId', showLog(dependencies)],
  ['DELETE', '/webhooks/:id/logs', clearLogs(dependencies)],
  ['POST', '/webhooks/:id/logs/:logId/redeliver', redeliverLog(dependencies)],
  ['POST', '/webhooks/:id/redeliver', redeliverLogs(dependencies)],
  ['GET', '/events', listAllEvents(dependencies)],
  ['GET', '/events/tail', tailEvents(dependencies)],
  ['GET', '/events/:id', showEvent(dependencies)],
]
