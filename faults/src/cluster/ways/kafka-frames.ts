/**
 * One request to a Kafka broker, as it is on the wire: length (4 bytes), kind (2), version (2), number that the answer
 * names (4), name of the client, body. All numbers are big-endian.
 */
export type KafkaRequest = Buffer

/** The code of a broker whose topic has fewer replicas in step than it is to have (NOT_ENOUGH_REPLICAS). */
export const NOT_ENOUGH_REPLICAS = 19

const LENGTH_BYTES = 4
const KIND_AT = 4
const VERSION_AT = 6
const NUMBER_AT = 8
const BODY_AT = 12
const PRODUCE = 0
/** In these, texts and lists have their length before them in so many bytes; the answers of these are alike. */
const FIRST_VERSION = 5
const LAST_VERSION = 7
const [OFFSET, TIME, FIRST_OFFSET] = [-1n, -1n, -1n]

/** Splits what was received into whole requests and the rest. */
export function splitRequests(received: Buffer): { requests: KafkaRequest[]; rest: Buffer } {
  const requests: KafkaRequest[] = []
  let at = 0
  while (received.length - at >= LENGTH_BYTES) {
    const end = at + LENGTH_BYTES + received.readInt32BE(at)
    if (received.length < end) break
    requests.push(received.subarray(at, end))
    at = end
  }
  return { requests, rest: received.subarray(at) }
}

/** Whether it brings records, in a form that can be refused here. */
export function isProduce(request: KafkaRequest): boolean {
  const version = request.readInt16BE(VERSION_AT)
  return request.readInt16BE(KIND_AT) === PRODUCE && version >= FIRST_VERSION && version <= LAST_VERSION
}

/** The answer of a broker that takes none of the records. @param code as Kafka numbers its errors */
export function refusalOf(request: KafkaRequest, code: number): Buffer {
  const topics = topicsOf(request)
  const answer = createWriter()
  answer.int32(request.readInt32BE(NUMBER_AT))
  answer.int32(topics.length)
  for (const { name, partitions } of topics) {
    answer.text(name)
    answer.int32(partitions.length)
    for (const partition of partitions) {
      answer.int32(partition)
      answer.int16(code)
      for (const unknown of [OFFSET, TIME, FIRST_OFFSET]) answer.int64(unknown)
    }
  }
  answer.int32(0)
  return answer.framed()
}

function topicsOf(request: KafkaRequest): { name: string; partitions: number[] }[] {
  const read = createReader(request)
  // The client, the transaction, how many have to have it, within which time.
  read.text()
  read.text()
  read.int16()
  read.int32()
  return read.topics()
}

function createReader(request: KafkaRequest) {
  let at = BODY_AT
  const take = (bytes: number): number => {
    const start = at
    at += Math.max(0, bytes)
    return start
  }
  const int16 = () => request.readInt16BE(take(2))
  const int32 = () => request.readInt32BE(take(4))
  const text = () => {
    const length = int16()
    return request.toString('utf8', take(length), at)
  }
  const partition = () => {
    const number = int32()
    take(int32())
    return number
  }
  return {
    text,
    int16,
    int32,
    topics: () =>
      Array.from({ length: int32() }, () => {
        const name = text()
        return { name, partitions: Array.from({ length: int32() }, partition) }
      }),
  }
}

function createWriter() {
  const parts: Buffer[] = []
  const add = (bytes: number, fill: (part: Buffer) => unknown) => {
    const part = Buffer.alloc(bytes)
    fill(part)
    parts.push(part)
  }
  const int16 = (value: number) => add(2, part => part.writeInt16BE(value))
  return {
    int16,
    int32: (value: number) => add(4, part => part.writeInt32BE(value)),
    int64: (value: bigint) => add(8, part => part.writeBigInt64BE(value)),
    text(value: string) {
      int16(Buffer.byteLength(value))
      parts.push(Buffer.from(value))
    },
    framed(): Buffer {
      const body = Buffer.concat(parts)
      const length = Buffer.alloc(LENGTH_BYTES)
      length.writeInt32BE(body.length)
      return Buffer.concat([length, body])
    },
  }
}
