export { createWebhookDispatcher, type WebhookDispatcherSettings } from './create-webhook-dispatcher.ts'
