// The webhook dispatcher as a process of its own, in a cluster.
import { hostname } from 'node:os'
import { clusterSettings, runClusterService } from '@sluice/cluster'
import { loadConfig } from '@sluice/service-kit'
import { ownSettings } from './config.ts'
import { createWebhookDispatcher } from './create-webhook-dispatcher.ts'

const { config, summary, live } = loadConfig({ ...clusterSettings, ...ownSettings })

await runClusterService({
  name: 'webhook-dispatcher',
  live,
  summary,
  usesBus: true,
  parts: platform => [
    createWebhookDispatcher(platform, {
      address: { host: config.HOST, port: config.PORT },
      allowCidrs: config.WEBHOOK_ALLOW_CIDRS,
      publicUrl: () => config.PUBLIC_URL,
      claimant: { name: `${hostname()}:${config.HOST}:${config.PORT}`, isSole: false },
      retentionDays: config.LOG_RETENTION_DAYS,
      failedRetentionDays: config.FAILED_LOG_RETENTION_DAYS,
      eventStoreMaxBytes: config.EVENT_STORE_MAX_BYTES,
      smtp: { url: config.SMTP_URL, from: config.SMTP_FROM },
      emailDailyAllowance: config.EMAIL_DAILY_ALLOWANCE,
    }),
  ],
})
