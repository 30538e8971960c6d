export { BusUnavailableError, RecordTooLargeError, TopicSettingsError } from './errors.ts'
export type { HandlingOutcome, RecordHandler } from './outcome.ts'
export type { Bus, Consumer, IncomingRecord, OutgoingRecord } from './port.ts'
export { type RunningConsumer, runConsumer } from './run-consumer.ts'
