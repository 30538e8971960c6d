export { createWebhookDispatcher } from './create-webhook-dispatcher.ts'
