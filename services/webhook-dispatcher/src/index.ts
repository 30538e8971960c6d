export { createWebhookDispatcher } from './create-webhook-dispatcher.ts'
export { createNameResolver, type ResolveAll } from './names/name-resolver.ts'
