import type { Route } from '@sluice/service-kit'
import { changeWebhook } from './routes/change-webhook.ts'
import { clearLogs } from './routes/clear-logs.ts'
import { createWebhook } from './routes/create-webhook.ts'
import { deleteWebhook } from './routes/delete-webhook.ts'
import { listLogs, type ReadLogs } from './routes/list-logs.ts'
import { listWebhooks } from './routes/list-webhooks.ts'
import { replaceWebhook } from './routes/replace-webhook.ts'
import type { SaveWebhook } from './routes/save-webhook.ts'
import { showLog } from './routes/show-log.ts'
import { showWebhook } from './routes/show-webhook.ts'

/** What the webhook dispatcher serves. */
export const routes = (dependencies: SaveWebhook & ReadLogs): readonly Route[] => [
  ['GET', '/webhooks', listWebhooks(dependencies)],
  ['POST', '/webhooks', createWebhook(dependencies)],
  ['GET', '/webhooks/:id', showWebhook(dependencies)],
  ['PATCH', '/webhooks/:id', changeWebhook(dependencies)],
  ['PUT', '/webhooks/:id', replaceWebhook(dependencies)],
  ['DELETE', '/webhooks/:id', deleteWebhook(dependencies)],
  ['GET', '/webhooks/:id/logs', listLogs(dependencies)],
  ['GET', '/webhooks/:id/logs/:logId', showLog(dependencies)],
  ['DELETE', '/webhooks/:id/logs', clearLogs(dependencies)],
]
