import { z } from 'zod'

/** An instant as answers write it: epoch milliseconds. */
export const wireDate = z
  .object({ $date: z.int() })
  .meta({ id: 'WireDate', description: 'An instant, in epoch milliseconds.', examples: [{ $date: 1795514401000 }] })

/** An ObjectId as answers write it. */
export const wireObjectId = z
  .object({ $oid: z.string() })
  .meta({ id: 'ObjectId', description: '24 hexadecimal digits.', examples: [{ $oid: '6b03e00a89fb6746dd7a3ad2' }] })

/** The `_id` of a document as answers write it. */
export const wireDocumentId = z.unknown().meta({
  id: 'DocumentId',
  description: 'A text, an ObjectId, a number or another value; types that JSON lacks are Extended JSON.',
  type: ['string', 'number', 'boolean', 'object', 'null'],
  examples: ['JFK'],
})

/**
 * Says in the description of the API that the forms of a union are told apart by their `type`, each of which has a name.
 * @param names the names of the schemas by the values of `type`
 */
export const toldByType = (names: Readonly<Record<string, string>>) => ({
  propertyName: 'type',
  mapping: Object.fromEntries(Object.entries(names).map(([type, name]) => [type, `#/components/schemas/${name}`])),
})
