export { createGate } from './gate.ts'
export { createPauses } from './pauses.ts'
export { remember } from './remember.ts'
export { share } from './share.ts'
