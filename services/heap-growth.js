import { setFlagsFromString } from 'node:v8'

/** Old objects may come to twice what the last full collection has left before V8 makes another one (docs/adr/0045-the-heap-doubles-before-it-is-collected.md). */
setFlagsFromString('--heap-growing-percent=100')
