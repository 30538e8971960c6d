export { createWebhookDispatcher } from './create-webhook-dispatcher.ts'
export { createNameResolver, type NameResolver } from './names/name-resolver.ts'
