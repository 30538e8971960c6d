/** One thing that a tail tells. `id` is what a reader that comes back goes on from; `key` names what it tells of. */
export type TailMessage = { id: string; key: string; event: string; data: unknown }

/** A server-sent event. JSON has no line breaks, which would end it. */
export const formatMessage = ({ id, event, data }: Omit<TailMessage, 'key'>): string =>
  `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`

/** A place without a message: a reader that comes back goes on from it. */
export const formatPlace = (id: string): string => `id: ${id}\n\n`

/** A word about the tail itself, which is no place to go on from. */
export const formatNotice = (event: 'gap' | 'end', data: object): string =>
  `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`

export const HEARTBEAT = ': heartbeat\n\n'
