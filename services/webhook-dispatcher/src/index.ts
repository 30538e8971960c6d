export { documentCountStore } from './adapters/counts/document-count-store.ts'
export { createCounting } from './counts/counting.ts'
export { createWebhookDispatcher } from './create-webhook-dispatcher.ts'
export { createNameResolver, type NameResolver } from './names/name-resolver.ts'
