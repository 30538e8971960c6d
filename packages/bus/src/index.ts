export { BusUnavailableError, RecordTooLargeError } from './errors.ts'
export type {
  AssignedPartition,
  Bus,
  Consumer,
  ConsumerListener,
  IncomingRecord,
  OutgoingRecord,
  TopicDeclaration,
} from './port.ts'
