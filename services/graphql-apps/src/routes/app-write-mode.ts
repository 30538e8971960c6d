import type { Refusal } from '@sluice/contracts'
import { readWriteMode, type WriteMode } from '@sluice/documents'
import { dryRunQuery, type ServiceRequest } from '@sluice/service-kit'
import { z } from 'zod'
import { openAccess } from '../domain/app-access.ts'

/** The query of a write of one app. */
export const appWriteQuery = dryRunQuery.extend({
  wm: z.enum(['update', 'insert', 'upsert']).optional().meta({ description: 'As of a collection.' }),
})

/** Reads `?wm=` for the caller of a write of an app. @param byDefault what the request does without it */
export const readAppWriteMode = (
  { query, caller }: Pick<ServiceRequest, 'query' | 'caller'>,
  byDefault: WriteMode,
): { kind: 'mode'; mode: WriteMode } | Refusal =>
  readWriteMode(query, { isRoot: caller.isRoot, rules: openAccess(caller).rules, byDefault })
