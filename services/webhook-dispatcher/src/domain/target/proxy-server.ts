import { type Secret, secret } from '@sluice/service-kit'

/** The proxy that deliveries leave by. Where it stands is the operator's choice: no rule of destinations is about it. */
export type ProxyServer = {
  /** `http:` or `https:`, without credentials. */
  url: URL
  /** Host and port, as messages name it. */
  name: string
  /** The value of `proxy-authorization`. */
  authorization: Secret | undefined
  /** The hosts that are reached without it, as `NO_PROXY` is written. */
  exceptions: string
  /** Whether it is asked for names, and looks them up itself; otherwise it is asked for addresses that were judged here. */
  resolvesNames: boolean
}

type ProxySettings = { url: Secret | undefined; exceptions: string | undefined; resolvesNames: boolean }

/** Whether this can be `WEBHOOK_PROXY`: `http://` or `https://`, a host, and no more than a port and credentials. */
export function isProxyUrl(text: string): boolean {
  const url = /^https?:\/\/\S+$/.test(text) ? URL.parse(text) : null
  if (!url?.hostname || url.search || url.hash || url.pathname !== '/') return false
  const mayHavePassword = Boolean(url.username) || !url.password
  return mayHavePassword && [url.username, url.password].every(isPercentEncoded)
}

/** Whether a part of a URL stands for a text. */
export function isPercentEncoded(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

/** The proxy out of its settings. The text is checked where settings are read. @returns undefined when there is none */
export function proxyServer({ url: text, exceptions = '', resolvesNames }: ProxySettings): ProxyServer | undefined {
  const url = text && URL.parse(text.reveal())
  if (!url) return undefined
  const port = url.port || (url.protocol === 'https:' ? '443' : '80')
  return {
    url: new URL(url.origin),
    name: `${url.hostname}:${port}`,
    authorization: url.username ? secret(basicOf(url)) : undefined,
    exceptions,
    resolvesNames,
  }
}

const basicOf = ({ username, password }: URL): string =>
  `Basic ${Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')}`
