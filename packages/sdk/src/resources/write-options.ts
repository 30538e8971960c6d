import type { CallOptions } from '../http/call.ts'

export type WriteOptions = CallOptions & {
  /** Only where this is still the version; else 412 `PRECONDITION_FAILED`. */
  ifMatch?: string | undefined
  /** All checks, and the answer that the write would get: nothing is written. */
  dryRun?: boolean | undefined
}

export type PutOptions = WriteOptions & {
  /** Only where nothing has the id yet; else 412 `PRECONDITION_FAILED`. */
  isNew?: boolean | undefined
}

/** The parameters of a write of a definition, whose path is this. */
export const writeParams = <Path>(path: Path, { ifMatch, dryRun, signal, timeoutMs }: WriteOptions) => ({
  params: {
    path,
    header: ifMatch === undefined ? {} : { 'If-Match': ifMatch },
    query: dryRun === undefined ? {} : { dryRun },
  },
  signal,
  timeoutMs,
})

/** The parameters of a write that makes a definition, and names no id. */
export const createParams = ({ dryRun, signal, timeoutMs }: Omit<WriteOptions, 'ifMatch'>) => ({
  params: { query: dryRun === undefined ? {} : { dryRun } },
  signal,
  timeoutMs,
})

/** Makes what `writeParams` makes, for a write that may make what is not there. */
export const putParams = <Path>(path: Path, { isNew, ...options }: PutOptions) => {
  const { params, ...call } = writeParams(path, options)
  return { ...call, params: { ...params, header: { ...params.header, ...(isNew && { 'If-None-Match': '*' }) } } }
}

/** Gives the data of an answer with the version that `ifMatch` takes. */
export const withEtag = <Data>({ data, headers }: { data: Data; headers: Headers }) => ({
  data,
  etag: headers.get('etag') ?? undefined,
})
