export type { WebhookBody, WebhookPayload } from './payload.ts'
export {
  createReceiver,
  type DeliveryInput,
  type ReceivedDelivery,
  type VerificationFailure,
  WebhookVerificationError,
} from './receiver.ts'
