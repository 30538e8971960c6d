import type { Refusal } from '@sluice/contracts'
import type { Answer } from './route.ts'
import type { ArrivedRequest } from './to-service-request.ts'

/**
 * Answers requests of one common form before a route is looked for. It is a second way to the same answer, byte by byte:
 * what it does not take goes the way of all requests.
 * @returns undefined for a request of any other form, of which nothing has been done then
 */
export type Shortcut = (arrived: Omit<ArrivedRequest, 'params'>) => Promise<Answer | Refusal> | undefined
