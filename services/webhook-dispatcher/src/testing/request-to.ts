import type { PlannedRequest } from '../domain/request/plan-delivery.ts'

/** A request to this url, planned without any check. */
export function requestTo(text: string, timeoutMs = 1000): PlannedRequest {
  const url = new URL(text)
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
  return {
    url,
    port,
    target: `${url.protocol}//${url.hostname}:${port}`,
    headers: { 'content-type': 'application/json' },
    body: '{}',
    isJson: true,
    timeoutMs,
  }
}
