/** The address as clients write it. */
export const urlOf = ({ host, port }: { host: string; port: number }): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}`
