/** The gateway has written this about the installation into the page. */
const metaOf = (name: string): string => document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ''

export const installation = {
  name: metaOf('sluice-name'),
  colour: metaOf('sluice-colour'),
  version: metaOf('sluice-version'),
  /** For styles that a library makes; the browser hides the attribute, not the property. */
  nonce: document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '',
}

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/

/** Passwords and keys can be read on the way: plain HTTP, and not only inside this machine. */
export const isOpenToReaders = (): boolean => location.protocol === 'http:' && !LOOPBACK.test(location.hostname)
