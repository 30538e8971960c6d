/** The notice went nowhere: the carrier is away or closed. */
export class SignalsUnavailableError extends Error {
  override name = 'SignalsUnavailableError'
}
