import { consume } from './consume.ts'

// The page's program is called from outside, as a script that a test evaluates.
Object.assign(globalThis, { consume })
