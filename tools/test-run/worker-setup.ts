// What a worker of the tests does before its first file.
import { registerHooks } from 'node:module'
import { addEventHandler } from 'jest-circus'
import { ChangedProcessError, watchProcess } from './process-state.ts'
import { failByWhatIsUncaught, isStepRunning, limitInTime } from './time-limit.ts'

/** Test files import their words from here, which refuses to be loaded outside of jest's own runner. */
const WORDS = '@jest/globals'
const OURS = new URL('./test-words.js', import.meta.url).href

/** A test that is named by another one would never run, and would not be missed. */
class MisplacedTestError extends Error {}

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === WORDS ? { url: OURS, shortCircuit: true } : next(specifier, context),
})

const expectUnchanged = watchProcess()

type FileTree = Parameters<Parameters<typeof addEventHandler>[0]>[1]['rootDescribeBlock']

/** Has a file end with a look at the process, behind all hooks that it names itself. */
function lookAtEnd(file: FileTree): void {
  const own = file.hooks.filter(({ fn }) => fn !== expectUnchanged)
  const asyncError = new ChangedProcessError('The file has changed its process.')
  const look = {
    type: 'afterAll',
    fn: expectUnchanged,
    parent: file,
    seenDone: false,
    timeout: null,
    asyncError,
  } as const
  file.hooks = [...own, look]
}

// A test and a hook are limited when they are named: the runner calls what stands in the tree of its file.
addEventHandler(({ name }, { currentDescribeBlock, rootDescribeBlock }) => {
  if (name !== 'add_test' && name !== 'add_hook') return
  if (isStepRunning()) throw new MisplacedTestError('A test or a hook is named while one runs, and would never run.')
  limitInTime(name === 'add_test' ? currentDescribeBlock.tests.at(-1) : currentDescribeBlock.hooks.at(-1))
  lookAtEnd(rootDescribeBlock)
})

failByWhatIsUncaught()

// A run that was broken off leaves no worker behind.
process.once('disconnect', () => process.exit())
