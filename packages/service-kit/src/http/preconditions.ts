import { type Refusal, refuse, refuseFields } from '@sluice/contracts'
import { type EtagCondition, namesVersion, readEtagCondition } from '@sluice/documents'
import { z } from 'zod'
import { ProblemError } from './problem-error.ts'
import type { ServiceRequest } from './route.ts'

/** What has to hold of the thing that a write is about, by the headers of the request. */
export type Preconditions = {
  /** `If-Match`: the thing is there, in one of these versions. */
  ifMatch: EtagCondition | undefined
  /** `If-None-Match: *`: there is no such thing yet. */
  mustBeNew: boolean
}

/**
 * Reads the preconditions of a write.
 * @throws ProblemError `BAD_REQUEST` for an `If-None-Match` that names versions: what such a write would mean is not served
 */
export function readPreconditions({ header }: Pick<ServiceRequest, 'header'>): Preconditions {
  const ifNoneMatch = readEtagCondition(header('if-none-match'))
  if (ifNoneMatch?.kind === 'versions') throw new ProblemError(NOT_A_STAR)
  return { ifMatch: readEtagCondition(header('if-match')), mustBeNew: ifNoneMatch !== undefined }
}

const NOT_A_STAR = refuse(
  'BAD_REQUEST',
  'With a write, If-None-Match may be * alone: only where there is none yet. For a version send If-Match.',
)

/**
 * Judges preconditions, to be called in the moment of the write.
 * @param version the version that is stored, as it stands in the ETag; undefined where there is none
 */
export function judgePreconditions({ ifMatch, mustBeNew }: Preconditions, version: string | undefined) {
  if (ifMatch && !namesVersion(ifMatch, version)) return version === undefined ? notThere() : changedMeanwhile()
  return mustBeNew && version !== undefined ? isThere() : undefined
}

export const changedMeanwhile = (): Refusal =>
  refuse(
    'PRECONDITION_FAILED',
    'It has another ETag than the one in If-Match. Read it again and apply your change to that.',
  )

const notThere = (): Refusal =>
  refuse('PRECONDITION_FAILED', 'There is none any more, or not yet, and If-Match asks for one that is there.')

export const isThere = (): Refusal =>
  refuse('PRECONDITION_FAILED', 'There is one already, and If-None-Match: * asks for a new one. Read it first.')

/** The query of a write that can be tried out. */
export const dryRunQuery = z.object({
  dryRun: z.enum(['true', 'false']).optional().meta({
    description: '`true`: everything is checked and answered as if it were done, and nothing is written.',
  }),
})

/** Whether a write is only to be tried out. @throws ProblemError `BAD_QUERY` for anything but `true` and `false` */
export function isDryRun({ query }: Pick<ServiceRequest, 'query'>): boolean {
  const values = query.getAll('dryRun')
  if (values.length === 0) return false
  const [value] = values
  if (values.length === 1 && (value === 'true' || value === 'false')) return value === 'true'
  throw new ProblemError(refuseFields([{ path: 'dryRun', message: 'It has to be true or false, once.' }], 'BAD_QUERY'))
}
