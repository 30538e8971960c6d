import { refuse } from '@sluice/contracts'

/** Where a service describes itself to everybody. */
export const DESCRIPTION_PATH = '/openapi.json'

/** The answer to a request without a grant, or with one that is not for it. */
export const notForYou = refuse('FORBIDDEN', 'This service answers the gateway only. Send the request to the gateway.')

/** The answer to a gateway whose word is too old, or of the future. */
export const outOfTime = refuse(
  'UNAVAILABLE',
  'The request took over 30 s to get here from the gateway, or a clock has jumped. Try again.',
)
