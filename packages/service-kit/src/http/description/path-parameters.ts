import { z } from 'zod'

/** The last segments below a collection that are no ids of documents. */
const BESIDE_DOCUMENTS = ['_size', '_meta', '_aggrs', '_indexes', '*']

/** What parameters of paths mean that have one meaning wherever they stand; routes say it of others in `params`. */
export const pathParameterSchemas: Readonly<Record<string, z.ZodType>> = {
  collection: z.string().meta({ description: 'The name of a collection.' }),
  db: z.string().meta({ description: 'The name of a database.' }),
}

/** The `_id` of a document in a path. */
export const documentIdSchema = z.string().meta({
  description: 'The `_id` of a document; `id_type` says how it is read.',
  not: { enum: BESIDE_DOCUMENTS },
})
