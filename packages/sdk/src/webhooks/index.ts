export type { WebhookBody, WebhookPayload } from './payload.ts'
export {
  createReceiver,
  type DeliveryInput,
  type ReceiverOptions,
  type VerificationFailure,
  type VerifiedDelivery,
  WebhookVerificationError,
} from './receiver.ts'
