import { type GraphQLOutputType, getNullableType, isCompositeType, isListType } from 'graphql'
import type { ReturnKind, WriteTemplate } from '../model/mutation-model.ts'

type ReturningMethod = WriteTemplate['method']

const SCALARS: Readonly<Record<string, ReturnKind>> = {
  Int: 'count',
  Boolean: 'any',
  ObjectId: 'id',
  ID: 'id',
  String: 'id',
  BsonDocument: 'document',
}

const KINDS: Readonly<Record<ReturningMethod, readonly ReturnKind[]>> = {
  insertOne: ['document', 'count', 'any', 'id'],
  insertMany: ['documents', 'count', 'any'],
  updateOne: ['document', 'count', 'any', 'id'],
  updateMany: ['count', 'any'],
  replaceOne: ['document', 'count', 'any', 'id'],
  deleteOne: ['document', 'count', 'any', 'id'],
  deleteMany: ['count', 'any'],
}

const NAMES: Readonly<Record<ReturnKind, string>> = {
  document: 'an object type (the document)',
  documents: 'a list of an object type (the documents)',
  count: 'Int (how many)',
  any: 'Boolean (whether there was one)',
  id: 'ObjectId, ID or String (the _id)',
}

/** What the type of a field asks of a write. @returns what is wrong when the write can't give it */
export function returnKindOf(
  type: GraphQLOutputType,
  method: ReturningMethod,
): { kind: ReturnKind } | { fault: string } {
  const kind = kindOf(getNullableType(type))
  if (kind && KINDS[method].includes(kind)) return { kind }
  const possible = KINDS[method].map(each => NAMES[each]).join(', ')
  return { fault: `${method} can not give ${String(type)}. It gives ${possible}.` }
}

function kindOf(type: GraphQLOutputType): ReturnKind | undefined {
  if (isListType(type)) return kindOf(getNullableType(type.ofType)) === 'document' ? 'documents' : undefined
  if (isCompositeType(type)) return 'document'
  const name = String(type)
  return Object.hasOwn(SCALARS, name) ? SCALARS[name] : undefined
}
