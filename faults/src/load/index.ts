// What benchmarks send as well.
export { seededRandom } from './seeded-random.ts'
export { type Question, startAsker } from './start-asker.ts'
export { startGuessing } from './start-guessing.ts'
