export { createData } from './create-data.ts'
