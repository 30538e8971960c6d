import { allOf } from '@sluice/documents'
import { auditLine, writeAuditLine } from '@sluice/service-kit'
import type { Document } from '@sluice/store'
import { auditActions, keysOpenTo } from '../domain/key-life.ts'
import type { LeakedKeys } from '../ports/leaked-keys.ts'
import { type KeyBacking, keysNamespace, parseKey } from './key-documents.ts'

/** Ends keys by their secrets. */
export function documentLeakedKeys({ store, changes, db, logger }: KeyBacking): LeakedKeys {
  const namespace = keysNamespace(db)

  return {
    async endSecret(hash, occasion) {
      const opens = opensAt(hash, occasion.at)
      const found = await store.collection(namespace).findOne(opens, { projection: { _id: 1 }, linearizable: true })
      if (!found) return undefined
      const { _id } = found
      const { result } = await changes.record('keys', String(_id), async (transaction, _, abandon) => {
        const keys = transaction.collection(namespace)
        // It may have been rotated since: what is stored now decides which of its secrets this is.
        const stored = await keys.findOne({ _id, ...opens })
        const [key] = stored ? parseKey(stored, logger) : []
        if (!key) return abandon(undefined)
        const isPresent = key.hash === hash
        if (isPresent) await keys.deleteOne({ _id })
        else await keys.updateOne({ _id }, { $unset: { previousHash: '', previousUntil: '' } })
        const detail = `${isPresent ? 'the key' : 'its secret before the rotation'} was reported as leaked`
        await writeAuditLine(transaction, db, auditLine(occasion, { action: auditActions.leaked, key, detail }))
        return key
      })
      return result
    },
  }
}

const opensAt = (hash: string, at: Date): Document =>
  allOf({ $or: [{ hash }, { previousHash: hash, previousUntil: { $gt: at } }] }, keysOpenTo('leaked', at))
