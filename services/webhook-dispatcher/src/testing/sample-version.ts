import { webhookRecord } from '@sluice/contracts'
import type { WebhookVersion } from '../domain/webhook/webhook-version.ts'

const webhook = webhookRecord.parse({
  _id: 'a-webhook',
  name: 'orders',
  type: 'http',
  condition: "path('/orders')",
  url: 'https://hooks.example.com/x',
  secret: 'whsec_none',
  version: 1,
  createdAt: new Date(),
  updatedAt: new Date(),
})

export const sampleVersion: WebhookVersion = { webhook, from: 0, until: null }
