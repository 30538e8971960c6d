/** Reads a body of so many bytes at most. @returns undefined for a longer one, whose rest is not read */
export async function readBytes(body: ReadableStream<Uint8Array>, mostBytes: number): Promise<Blob | undefined> {
  const reader = body.getReader()
  const chunks: Uint8Array<ArrayBuffer>[] = []
  for (let left = mostBytes; ; ) {
    const { done, value } = await reader.read()
    if (done) return new Blob(chunks)
    left -= value.length
    if (left < 0) {
      void reader.cancel().catch(() => undefined)
      return undefined
    }
    chunks.push(new Uint8Array(value))
  }
}
