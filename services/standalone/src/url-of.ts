/** The address as clients write it. */
export const urlOf = ({ host, port, isSecure }: { host: string; port: number; isSecure?: boolean }): string =>
  `${isSecure ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${port}`
