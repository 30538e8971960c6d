// What benchmarks send as well.
export { type AskedQuestion, startAsker } from './start-asker.ts'
export { startGuessing } from './start-guessing.ts'
