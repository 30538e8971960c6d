export { createData, type DataSettings } from './create-data.ts'
