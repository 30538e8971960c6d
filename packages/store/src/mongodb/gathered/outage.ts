import { StoreTimeoutError, StoreUnavailableError } from '../../errors.ts'
import { toStoreError } from '../driver-errors.ts'

/** Whether an error says nothing of what was sent, so that it may have been carried out all the same. */
export function isOutage(error: unknown): boolean {
  const told = toStoreError(error)
  return told instanceof StoreUnavailableError || told instanceof StoreTimeoutError
}
