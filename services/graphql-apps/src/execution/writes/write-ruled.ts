import type { BoundWrite } from '../../domain/mutation/bind-mutation.ts'
import { ruleWrite } from '../../domain/mutation/rule-write.ts'
import { modifyRuled } from './modify-ruled.ts'
import { type RuledContext, type RuledWritten, showInserted } from './show-written.ts'
import { seenBy } from './write-context.ts'
import { writeDocuments } from './write-documents.ts'
import { noMatch } from './write-fault.ts'
import { writeMany } from './write-many.ts'

type InsertWrite = Extract<BoundWrite, { method: 'insertOne' | 'insertMany' }>
type RuledManyWrite = Extract<BoundWrite, { method: 'updateMany' | 'deleteMany' }>

/**
 * Carries out a write of an app in collections mode, as far as the caller's permissions on the collection let it.
 * @throws GraphQLError for what the caller can mend or may not do; the errors of the store port
 */
export async function writeRuled(write: BoundWrite, context: RuledContext): Promise<RuledWritten> {
  context.requireTime()
  switch (write.method) {
    case 'insertOne':
    case 'insertMany':
      return insert(write, context)
    case 'updateMany':
    case 'deleteMany':
      return changeMany(write, context)
    case 'updateOne':
    case 'replaceOne':
    case 'deleteOne': {
      context.spend(1)
      return required(await modifyRuled(write, context), write)
    }
  }
}

function required(written: RuledWritten, { mustMatch }: { mustMatch: boolean }): RuledWritten {
  if (written.count === 0 && mustMatch) throw noMatch()
  return written
}

function rulingOf(write: InsertWrite | RuledManyWrite, { judge, namespace }: RuledContext) {
  const ruling = judge(namespace, write)
  if (ruling.kind === 'refused') throw ruling.error
  return ruling
}

async function insert(write: InsertWrite, context: RuledContext): Promise<RuledWritten> {
  const ruling = rulingOf(write, context)
  const { documents, count } = await writeDocuments(ruleWrite(write, ruling), seenBy(context, ruling.visibility))
  const stored = documents.filter(document => document !== null)
  return { documents: await showInserted(stored, ruling, context), count, ruling }
}

async function changeMany(write: RuledManyWrite, context: RuledContext): Promise<RuledWritten> {
  const ruling = rulingOf(write, context)
  const isUpsert = write.method === 'updateMany' && write.upsert
  const ruled = { ...ruleWrite(write, ruling), mustMatch: false, upsert: false }
  const written = await writeMany(ruled, seenBy(context, ruling.visibility))
  if (written.count === 0 && isUpsert) return modifyRuled({ ...write, method: 'updateOne' }, context)
  return required({ ...written, ruling }, write)
}
