import { asCollectionName, collectionNamesFor } from './names.ts'
import type { ObjectShape, ScalarShape, Shape } from './shape.ts'

/** A field whose values may be ids of another collection. */
export type JoinQuestion = {
  field: string
  inside: ObjectShape
  samples: readonly unknown[]
  collections: readonly string[]
}

/** More than these are not asked of the store. */
const MAX_QUESTIONS = 12

/** Fields that are named like one of the collections and hold values that could be ids. */
export function findJoinQuestions(shape: ObjectShape, collections: readonly string[]): JoinQuestion[] {
  return questionsOf(shape, collections).slice(0, MAX_QUESTIONS)
}

function questionsOf(inside: ObjectShape, collections: readonly string[]): JoinQuestion[] {
  return [...inside.fields].flatMap(([field, { shape }]): JoinQuestion[] => {
    const object = objectIn(shape)
    if (object) return questionsOf(object, collections)
    const ids = idsIn(shape)
    const names = collectionNamesFor(field)
    const named = collections.filter(collection => names.has(asCollectionName(collection)))
    return ids && named.length > 0 ? [{ field, inside, samples: ids.samples, collections: named }] : []
  })
}

/** An object, or the elements of a list of objects. */
function objectIn(shape: Shape): ObjectShape | undefined {
  const inner = shape.kind === 'list' ? shape.element : shape
  return inner.kind === 'object' ? inner : undefined
}

function idsIn(shape: Shape): ScalarShape | undefined {
  const inner = shape.kind === 'list' ? shape.element : shape
  return inner.kind === 'scalar' && inner.samples.length > 0 ? inner : undefined
}
