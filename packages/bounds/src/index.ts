export { createGate } from './gate.ts'
export { remember } from './remember.ts'
export { share } from './share.ts'
