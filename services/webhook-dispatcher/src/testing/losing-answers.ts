import { type Collection, type Namespace, type Store, StoreUnavailableError } from '@sluice/store'

/** One call of the store: on which collection, and by what name. */
export type StoreCall = { collection: string; method: string }

/**
 * A store between which and its caller answers get lost: what was asked is carried out, and whoever asked is told that the
 * connection broke.
 */
export function losingAnswers(store: Store) {
  let isLost: (call: StoreCall) => boolean = () => false
  let isRefused: (call: StoreCall) => boolean = () => false
  let lost = 0

  const answering =
    <A extends unknown[], R>(call: StoreCall, method: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      if (isRefused(call)) throw new StoreUnavailableError(`${call.method} on ${call.collection} was not carried out.`)
      const answer = await method(...args)
      if (!isLost(call)) return answer
      lost += 1
      throw new StoreUnavailableError(`The answer to ${call.method} on ${call.collection} was lost.`)
    }

  function losing(whole: Collection, { collection }: Namespace): Collection {
    const call = (method: keyof Collection) => ({ collection, method })
    return {
      ...whole,
      find: answering(call('find'), whole.find),
      findOne: answering(call('findOne'), whole.findOne),
      count: answering(call('count'), whole.count),
      insertMany: answering(call('insertMany'), whole.insertMany),
      updateOne: answering(call('updateOne'), whole.updateOne),
      updateMany: answering(call('updateMany'), whole.updateMany),
      setEach: answering(call('setEach'), whole.setEach),
      deleteMany: answering(call('deleteMany'), whole.deleteMany),
      bulkWrite: answering(call('bulkWrite'), whole.bulkWrite),
    }
  }

  return {
    store: { ...store, collection: namespace => losing(store.collection(namespace), namespace) } satisfies Store,
    /** From now on the answers to these calls are lost. */
    lose(calls: (call: StoreCall) => boolean): void {
      isLost = calls
    },
    /** From now on these calls are not carried out. */
    refuse(calls: (call: StoreCall) => boolean): void {
      isRefused = calls
    },
    /** How many were lost. */
    lost: () => lost,
  }
}
