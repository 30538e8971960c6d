import { decode } from '../../bson-codec.ts'
import type { Document, Namespace } from '../../port.ts'
import { unpack } from '../codec.ts'
import type { CommandAnswer, QueryOptions, ReadCommand, ScanPosition } from '../protocol.ts'

const BATCH = 500

type CollectionScan = { namespace: Namespace; payload: Uint8Array; options: QueryOptions; size?: number }

/** Positions of the batches: what a sort or an index found, by number, or simply the next ones. */
async function* positions(first: CommandAnswer, size: number): AsyncGenerator<ScanPosition, void, CommandAnswer> {
  const { ids } = first
  if (ids) {
    for (let at = 0; at < ids.length; at += size) yield { ids: ids.slice(at, at + size) }
    return
  }
  let after = first.next
  while (after !== undefined) after = (yield { after }).next
}

/** Batches of documents. Between two batches nothing is held open, so leaving early needs no closing. */
export async function* scan(
  send: (command: ReadCommand) => Promise<CommandAnswer>,
  query: CollectionScan,
): AsyncGenerator<Document[]> {
  const { size = BATCH, ...command } = query
  const batches = positions(await send({ kind: 'locate', ...command }), size)
  let step = await batches.next()
  while (!step.done) {
    const answer = await send({ kind: 'batch', position: step.value, size, ...command })
    const documents = answer.documents ? unpack(answer.documents).map(decode) : []
    if (documents.length > 0) yield documents
    step = await batches.next(answer)
  }
}
