import { CLIENT_HEADER } from '../read-client.ts'

/** Reads the first header of a name, in lower case. */
export type HeaderReader = (name: string) => string | undefined

/** Whether the console says that it is one. A page of another origin can't send that header without a preflight. */
export const isConsole = (header: HeaderReader): boolean => header(CLIENT_HEADER) === 'console'

/** How the gateway is reached: what its own pages have as origin. `publicUrl`: where the operator has said one. */
export type OwnAddress = { isSecure: boolean; publicUrl: string | undefined }

/**
 * Says whether the page that makes a request came from this gateway. The browser's word (`Sec-Fetch-Site`) decides; where
 * it gives none, as over plain HTTP, `Origin` has to be ours. A request without either is from no page of ours.
 */
export function isFromOwnPage(header: HeaderReader, { isSecure, publicUrl }: OwnAddress): boolean {
  const site = header('sec-fetch-site')
  if (site !== undefined) return site === 'same-origin'
  const origin = header('origin')
  if (origin === undefined) return false
  if (publicUrl !== undefined && URL.parse(publicUrl)?.origin === origin) return true
  const host = header('host')
  if (host === undefined) return false
  // Where TLS ends at a balancer that is not trusted, only the page knows that it is there.
  const schemes = isSecure ? ['https'] : ['http', 'https']
  return schemes.some(scheme => URL.parse(`${scheme}://${host}`)?.origin === origin)
}

/** The port by which browsers know this gateway: the same at each one behind a balancer. Empty where it is the scheme's. */
export function portOfBrowsers(header: HeaderReader, publicUrl: string | undefined): string {
  return URL.parse(publicUrl ?? `http://${header('host') ?? ''}`)?.port ?? ''
}

/** Whether the page came by TLS: its own origin says so best, whoever ends the TLS. */
export function isSecurePage(header: HeaderReader, publicUrl: string | undefined): boolean {
  return (header('origin') ?? publicUrl ?? '').startsWith('https:')
}
