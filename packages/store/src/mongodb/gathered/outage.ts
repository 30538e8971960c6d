import { isStoreOutage } from '../../errors.ts'
import { toStoreError } from '../driver-errors.ts'

/** Whether an error says nothing of what was sent, so that it may have been carried out all the same. */
export const isOutage = (error: unknown): boolean => isStoreOutage(toStoreError(error))
