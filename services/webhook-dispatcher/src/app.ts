import type { Route } from '@sluice/service-kit'
import { changeWebhook } from './routes/change-webhook.ts'
import { clearLogs } from './routes/clear-logs.ts'
import { createWebhook } from './routes/create-webhook.ts'
import { deleteMailServer } from './routes/delete-mail-server.ts'
import { deleteWebhook } from './routes/delete-webhook.ts'
import { listLogs, type ReadLogs } from './routes/list-logs.ts'
import { listWebhooks } from './routes/list-webhooks.ts'
import { type ReplaceMailServer, replaceMailServer } from './routes/replace-mail-server.ts'
import { replaceWebhook } from './routes/replace-webhook.ts'
import type { SaveWebhook } from './routes/save-webhook.ts'
import { showLog } from './routes/show-log.ts'
import { type ShowMailAllowance, showMailAllowance } from './routes/show-mail-allowance.ts'
import { showMailServer } from './routes/show-mail-server.ts'
import { showWebhook } from './routes/show-webhook.ts'

type Dependencies = SaveWebhook & ReadLogs & ReplaceMailServer & ShowMailAllowance

/** What the webhook dispatcher serves. */
export const routes = (dependencies: Dependencies): readonly Route[] => [
  ['GET', '/webhooks', listWebhooks(dependencies)],
  ['POST', '/webhooks', createWebhook(dependencies)],
  ['GET', '/webhooks/mail-server', showMailServer(dependencies)],
  ['PUT', '/webhooks/mail-server', replaceMailServer(dependencies)],
  ['DELETE', '/webhooks/mail-server', deleteMailServer(dependencies)],
  ['GET', '/webhooks/mail-allowance', showMailAllowance(dependencies)],
  ['GET', '/webhooks/:id', showWebhook(dependencies)],
  ['PATCH', '/webhooks/:id', changeWebhook(dependencies)],
  ['PUT', '/webhooks/:id', replaceWebhook(dependencies)],
  ['DELETE', '/webhooks/:id', deleteWebhook(dependencies)],
  ['GET', '/webhooks/:id/logs', listLogs(dependencies)],
  ['GET', '/webhooks/:id/logs/:logId', showLog(dependencies)],
  ['DELETE', '/webhooks/:id/logs', clearLogs(dependencies)],
]
