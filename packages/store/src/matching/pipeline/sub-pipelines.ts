import { InvalidQueryError, UnsupportedByStoreError } from '../../errors.ts'
import type { Document } from '../../port.ts'
import { isDocument } from '../values/value.ts'
import type { Pipeline, PipelineStep } from './stage.ts'

type CompileInner = (stages: unknown) => Pipeline

const MAX_FACETS = 20

/** `$facet`: several pipelines over the same documents; one document with a list for each. */
export function facet(argument: unknown, compileInner: CompileInner): PipelineStep {
  const given = isDocument(argument) ? Object.entries(argument) : []
  if (given.length === 0 || given.length > MAX_FACETS) {
    throw new InvalidQueryError(`$facet needs 1 to ${MAX_FACETS} named pipelines.`)
  }
  const facets = given.map(([name, stages]) => {
    if (name === '' || name.startsWith('$') || name.includes('.'))
      throw new InvalidQueryError(`$facet can't make a field named ${name}.`)
    // As on a server, which has more that it does not take here.
    if (Array.isArray(stages) && stages.some(stage => isDocument(stage) && '$facet' in stage))
      throw new InvalidQueryError('$facet can not stand inside $facet.')
    return [name, compileInner(stages)] as const
  })
  return function* (documents, source) {
    const result: Document = {}
    for (const [name, pipeline] of facets) result[name] = yield* pipeline.apply(documents, source)
    return [result]
  }
}

/** `$unionWith`: the documents of another collection behind those that are there. */
export function unionWith(argument: unknown, compileInner: CompileInner): PipelineStep {
  const given = typeof argument === 'string' ? { coll: argument } : argument
  if (!isDocument(given)) throw new InvalidQueryError('$unionWith needs a collection, or coll and pipeline.')
  const { coll, pipeline: stages = [], ...others } = given
  const [other] = Object.keys(others)
  if (other !== undefined) throw new UnsupportedByStoreError(`The option ${other} of $unionWith`)
  if (typeof coll !== 'string' || coll === '') throw new InvalidQueryError('$unionWith needs the name of a collection.')
  const pipeline = compileInner(stages)
  return function* (documents, source) {
    return [...documents, ...(yield* pipeline.read(coll, source))]
  }
}
