// What benchmarks send as well.
export { type Question, startAsker } from './start-asker.ts'
export { startGuessing } from './start-guessing.ts'
