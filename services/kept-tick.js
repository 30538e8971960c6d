import { executionAsyncResource } from 'node:async_hooks'

/**
 * One of the objects that `process.nextTick` makes. V8 forgets the shape of objects when it collects garbage while there is none
 * of them, and the code that makes these is slow from then on; so one is kept (docs/adr/0042-one-tick-is-kept.md).
 * @public
 */
export const keptTick = await new Promise(resolve => process.nextTick(() => resolve(executionAsyncResource())))
