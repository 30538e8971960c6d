export { BusUnavailableError, RecordTooLargeError, TopicSettingsError } from './errors.ts'
export type { Circumstances, Handler, Outcome } from './outcome.ts'
export type {
  AssignedPartition,
  Bus,
  Consumer,
  ConsumerListener,
  IncomingRecord,
  OutgoingRecord,
  TopicDeclaration,
} from './port.ts'
export { type RunConsumerOptions, type RunningConsumer, runConsumer } from './run-consumer.ts'
