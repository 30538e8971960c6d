import type { Document } from '@sluice/store'
import type { z } from 'zod'
import type { IdRange } from '../../ports/log-store.ts'

/** Rows that got in some other way and are not readable are left out. */
export async function readRows<T>(schema: z.ZodType<T>, found: Promise<Document[]>): Promise<T[]> {
  return (await found).flatMap(document => schema.safeParse(document).data ?? [])
}

export const within = ({ from, below }: Pick<IdRange, 'from' | 'below'>) => ({ $gte: from, $lt: below })

export const newest = (field: string, limit: number) => ({ sort: { [field]: -1 }, limit }) as const
