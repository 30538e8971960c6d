/** The bus can't be reached or is closed. The records may or may not have arrived. */
export class BusUnavailableError extends Error {
  override name = 'BusUnavailableError'
}

/** A record is larger than the bus takes: sending it again can't help. */
export class RecordTooLargeError extends Error {
  override name = 'RecordTooLargeError'
}

/** A topic is there with settings that would lose events. */
export class TopicSettingsError extends Error {
  override name = 'TopicSettingsError'
}
