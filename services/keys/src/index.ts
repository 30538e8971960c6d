export { createKeys } from './create-keys.ts'
