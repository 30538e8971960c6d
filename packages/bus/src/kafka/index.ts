export { type KafkaBusOptions, openKafkaBus } from './open-kafka-bus.ts'
