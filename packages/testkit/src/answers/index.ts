export { createValidator } from './answer-check.ts'
export { closeObjects } from './closed-schema.ts'
export { type DescriptionObject, listOf, objectOf, pointerStep, resolveIn } from './described-operations.ts'
