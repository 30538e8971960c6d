import { StoreUnavailableError } from '@sluice/store'

/** Settles as `work` does. @throws StoreUnavailableError with `message` when that takes longer than `limitMs` */
export async function withDeadline<T>(work: Promise<T>, limitMs: number, message: string): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new StoreUnavailableError(message)), limitMs)
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
