// What a worker of the tests does before its first file.
import { registerHooks } from 'node:module'
import { addEventHandler } from 'jest-circus'
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

// A test and a hook are limited when they are named: the runner calls what stands in the tree of its file.
addEventHandler(({ name }, { currentDescribeBlock }) => {
  if (name !== 'add_test' && name !== 'add_hook') return
  if (isStepRunning()) throw new MisplacedTestError('A test or a hook is named while one runs, and would never run.')
  limitInTime(name === 'add_test' ? currentDescribeBlock.tests.at(-1) : currentDescribeBlock.hooks.at(-1))
})

failByWhatIsUncaught()

// A run that was broken off leaves no worker behind.
process.once('disconnect', () => process.exit())
