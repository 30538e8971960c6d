export type { WebhookBody, WebhookPayload } from './payload.ts'
export {
  createReceiver,
  type DeliveryInput,
  type VerificationFailure,
  type VerifiedDelivery,
  WebhookVerificationError,
} from './receiver.ts'
