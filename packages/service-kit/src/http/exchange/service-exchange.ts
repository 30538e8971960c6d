/** What is told of a body as it is read. */
export type BodyReader = {
  take(chunk: Buffer): void
  /** The body has come whole. */
  complete(): void
  /** Nothing more comes. After `complete` this says nothing. */
  breakOff(): void
}

/** A request of a gateway as it comes to a service, by a socket or by a call. */
export type GatewayRequest = {
  method: string
  /** Path and query as the gateway sent them. */
  target: string
  /** A name in lower case. Values of a name that was sent more than once are joined as Node joins them. */
  header(name: string): string | undefined
  /** Reads the body, from its beginning, once; undefined where there is none. */
  readBody: ((reader: BodyReader) => void) | undefined
}

export type ReplyHeaders = Readonly<Record<string, string | number>>

/** Takes the answer to a request. Whatever is sent after it is closed goes nowhere. */
export type ReplyChannel = {
  /** The answer has been sent, or nobody waits for it any more. */
  readonly closed: boolean
  /** The whole answer has been sent. */
  readonly isSent: boolean
  readonly hasBegun: boolean
  /** The status that was sent; it means nothing before the answer has begun. */
  readonly status: number
  once(event: 'close', listener: () => void): unknown
  /** Sends an answer, its head and its body at once. @throws TypeError for a header that can't be sent; then nothing was */
  send(status: number, headers: ReplyHeaders, bytes?: Uint8Array | string): void
  /** Sends the head at once, and a body at the pace of its reader. One that fails is cut, so that it doesn't look whole. */
  stream(status: number, headers: ReplyHeaders, pieces: AsyncIterable<string>): void
  /** Ends an answer that has begun, in a way that it doesn't look whole. */
  cut(): void
}
