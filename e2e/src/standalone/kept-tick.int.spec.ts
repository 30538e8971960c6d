import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, it } from '@jest/globals'

const KEPT_TICK = new URL('../../../services/kept-tick.js', import.meta.url).href
/** Collects all that V8 would ever collect, and says whether the next tick has the shape of the one that is kept. */
const SCRIPT = `
  import { executionAsyncResource } from 'node:async_hooks'
  import { keptTick } from '${KEPT_TICK}'
  await gc({ type: 'major', execution: 'async', flavor: 'last-resort' })
  process.nextTick(() => console.log(%HaveSameMap(keptTick, executionAsyncResource())))
`

describe('the tick that is kept', () => {
  it('has the shape of all that come after it, whatever was collected between', async () => {
    const flags = ['--expose-gc', '--allow-natives-syntax', '--input-type=module', '--eval', SCRIPT]
    const { stdout } = await promisify(execFile)(process.execPath, flags)
    expect(stdout).toBe('true\n')
  })
})
