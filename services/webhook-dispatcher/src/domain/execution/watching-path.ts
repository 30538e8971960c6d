/**
 * Whether a request only looks at what happens: recordings and tails don't show it, so that nobody who looks every second
 * sees nothing but himself.
 */
export const isWatchingPath = (path: string): boolean =>
  /^\/(?:webhooks\/(?:recordings(?:\/|$)|listen$)|events\/tail$|webhooks\/[^/]+\/logs\/tail$)/.test(path)
