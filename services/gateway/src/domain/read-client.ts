import { clientName } from '@sluice/contracts'
import type { RequestHeaders } from './request-headers.ts'

export const CLIENT_HEADER = 'sluice-client'

/** What the program says of itself; what is not of that form is nobody's word. */
export function readClient(headers: Pick<RequestHeaders, 'get'>): string | undefined {
  const said = headers.get(CLIENT_HEADER)
  return said === undefined ? undefined : clientName.safeParse(said).data
}
