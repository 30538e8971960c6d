import type { FieldError } from '@sluice/contracts'
import { isDocument } from '@sluice/documents'
import type { ImportedKind } from './import-shapes.ts'

/**
 * Finds what a part of an import has in common with one before it and may not. What is stored is not looked at: the write of
 * each part says that.
 */
export function createRepetitions(): (kind: ImportedKind, part: unknown, index: number) => FieldError | undefined {
  const first = new Map<string, number>()
  const seen = (key: string, index: number): number | undefined => {
    const before = first.get(key)
    if (before === undefined) first.set(key, index)
    return before
  }
  return (kind, part, index) => {
    for (const [path, value] of namesOf(kind, part)) {
      const before = seen(JSON.stringify([kind, path, value]), index)
      if (before === undefined) continue
      return { path, message: `It is the same as that of ${kind}.${before}. Leave one of them out, or change it.` }
    }
    return undefined
  }
}

function namesOf(kind: ImportedKind, part: unknown): (readonly [path: string, value: unknown])[] {
  if (!isDocument(part)) return [['', part]]
  const { _id, descriptor } = part
  const uri = kind === 'gql-apps' && isDocument(descriptor) ? descriptor.uri : undefined
  return [
    ...(_id === undefined ? [] : [['_id', _id] as const]),
    ...(typeof uri === 'string' ? [['descriptor.uri', uri.replace(/^\//, '')] as const] : []),
  ]
}
