/** The brokers that are asked, and the id under which they are. */
export type BrokerAddress = { brokers: readonly string[]; clientId: string }

const FIRST_RETRY_MS = 100
const LONGEST_RETRY_MS = 1_000

/** What every client of a bus is given; retries are ours, as in the adapter that ships. */
export const clientOptions = ({ brokers, clientId }: BrokerAddress) => ({
  clientId,
  bootstrapBrokers: [...brokers],
  connectTimeout: 2_000,
  metadataMaxAge: 10_000,
  retries: 0,
  retryDelay: (_client: object, _operation: string, attempt: number) =>
    Math.min(FIRST_RETRY_MS * 2 ** (attempt - 1), LONGEST_RETRY_MS),
})

/** After this long without an answer a broker counts as gone. */
export const REQUEST_TIMEOUT_MS = 5_000
