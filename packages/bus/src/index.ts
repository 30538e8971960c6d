export { BusUnavailableError, RecordTooLargeError, TopicSettingsError } from './errors.ts'
export type { Handler, Outcome } from './outcome.ts'
export type { Bus, IncomingRecord, OutgoingRecord } from './port.ts'
export { type RunningConsumer, runConsumer } from './run-consumer.ts'
