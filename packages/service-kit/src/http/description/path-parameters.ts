import { z } from 'zod'

/** What parameters of paths mean that have one meaning wherever they stand; routes say it of others in `params`. */
export const pathParameterSchemas: Readonly<Record<string, z.ZodType>> = {
  collection: z.string().meta({ description: 'The name of a collection.' }),
  db: z.string().meta({ description: 'The name of a database.' }),
}
