import { InvalidQueryError, UnsupportedByStoreError } from '../../errors.ts'
import type { Document } from '../../port.ts'
import { checkPipeline } from './pipeline.ts'

/**
 * What a store would say of a pipeline when it is asked. To be asked before a pipeline is kept.
 * @returns the first fault with the place of its stage, or undefined
 */
export function findPipelineFault(stages: readonly Document[]): { index: number; message: string } | undefined {
  for (const [index, stage] of stages.entries()) {
    const message = faultOf([stage])
    if (message !== undefined) return { index, message }
  }
  const message = faultOf(stages)
  return message === undefined ? undefined : { index: stages.length - 1, message }
}

function faultOf(stages: readonly Document[]): string | undefined {
  try {
    checkPipeline(stages)
    return undefined
  } catch (error) {
    if (error instanceof InvalidQueryError || error instanceof UnsupportedByStoreError) return error.message
    throw error
  }
}
