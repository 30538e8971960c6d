import { type OneValue, oneValue } from '@sluice/predicate'

/** What a cookie says, by all the `Cookie` headers of a request: `oneValue` of those of the name. */
export function cookieValue(headers: readonly string[], wanted: string): OneValue {
  const pairs = headers.flatMap(header => header.split(';')).map(pair => pair.trim().split('='))
  return oneValue(pairs.filter(([name]) => name === wanted).map(([, ...value]) => value.join('=')))
}
