import { type Collection, type Document, type Namespace, StoreUnavailableError } from '@sluice/store'

type SimulatedRead = { look(): void; answer(): void; fail(): void }

const BATCH = 2

/** Documents whose reads look, answer and fail when they are told to, so that they may be late and overtake each other. */
export function createSimulatedStore() {
  const collections = new Map<string, Map<string, Document>>()
  const reads: SimulatedRead[] = []

  function documentsOf(name: string): Map<string, Document> {
    const known = collections.get(name) ?? new Map<string, Document>()
    collections.set(name, known)
    return known
  }

  function read<T>(what: () => T): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    let seen: { value: T } | undefined
    const look = () => (seen ??= { value: what() })
    reads.push({
      look,
      answer: () => resolve(look().value),
      fail: () => reject(new StoreUnavailableError('The simulated store is away.')),
    })
    return promise
  }

  function take(pick: number): SimulatedRead | undefined {
    return reads.splice(pick % Math.max(1, reads.length), 1)[0]
  }

  return {
    collection: ({ collection }: Namespace) => readerOf(() => documentsOf(collection), read),
    put: (collection: string, document: Document) => void documentsOf(collection).set(String(document._id), document),
    remove: (collection: string, id: string) => void documentsOf(collection).delete(id),
    steps: {
      lookAtRead: (pick: number) => reads[pick % Math.max(1, reads.length)]?.look(),
      answerRead: (pick: number) => take(pick)?.answer(),
      failRead: (pick: number) => take(pick)?.fail(),
    },
    /** Answers those that wait now. Each answer is an event of its own: what it sets off is done before the next. */
    async answerReads(): Promise<boolean> {
      const waiting = reads.splice(0)
      for (const { answer } of waiting) {
        answer()
        await new Promise(resolve => setImmediate(resolve))
      }
      return waiting.length > 0
    },
  }
}

type ReadLater = <T>(what: () => T) => Promise<T>

function readerOf(documents: () => Map<string, Document>, read: ReadLater) {
  const find = (filter: Document) => read(() => [...documents().values()].filter(found => matches(found, filter)))
  const reader: Pick<Collection, 'find' | 'findOne' | 'scan'> = {
    find,
    findOne: async filter => (await find(filter))[0],
    async *scan() {
      let after = ''
      const next = () => [...documents()].filter(([id]) => id > after).sort(([one], [other]) => (one < other ? -1 : 1))
      for (;;) {
        const batch = await read(() => next().slice(0, BATCH))
        after = batch.at(-1)?.[0] ?? after
        if (batch.length === 0) return
        yield batch.map(([, document]) => document)
      }
    },
  }
  return reader
}

/** Equality, `$in` and `$or`: what sign-in asks for. */
function matches(document: Document, filter: Document): boolean {
  return Object.entries(filter).every(([name, wanted]) => {
    if (name === '$or') return Array.isArray(wanted) && wanted.some(one => matches(document, one))
    const listed = isDocument(wanted) ? wanted.$in : [wanted]
    return Array.isArray(listed) && listed.includes(document[name])
  })
}

const isDocument = (value: unknown): value is Document => typeof value === 'object' && value !== null
