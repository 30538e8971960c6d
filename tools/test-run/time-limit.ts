/** A test or a hook in the tree of its file. */
type TestStep = { fn?: unknown; timeout?: number | null }

/** A busy machine is no fault; a test that hangs still ends. */
const LIMIT_MS = 60_000

/** A test or a hook hangs. */
class TimeLimitError extends Error {}

const ADVICE = 'Look for what it waits for, or give it longer by its last argument.'

/** The timers of Node.js, kept as they were: a test may put others in their place. */
const { setTimeout, clearTimeout } = globalThis

/** Fails the step that is running; undefined between two of them. */
let failRunning: ((error: unknown) => void) | undefined

/** Whether a test or a hook is running: none can be named then. */
export const isStepRunning = (): boolean => failRunning !== undefined

/** Lets a step run for its own time limit, or for a minute where it has none; what nobody catches meanwhile is its failure. */
export function limitInTime(step: TestStep | undefined): void {
  const run = step?.fn
  if (step && typeof run === 'function') step.fn = () => runLimited(() => run(), step.timeout ?? LIMIT_MS)
}

async function runLimited(run: () => unknown, limitMs: number): Promise<void> {
  const { promise: broken, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => reject(new TimeLimitError(`It has not ended within ${limitMs / 1000} s. ${ADVICE}`)),
    limitMs,
  )
  failRunning = reject
  try {
    await Promise.race([run(), broken])
  } finally {
    failRunning = undefined
    clearTimeout(timer)
  }
}

/** Makes what nobody has caught a failure of the step that runs. Between two steps it ends the worker, and fails the file. */
export function failByWhatIsUncaught(): void {
  process.on('uncaughtException', error => {
    if (failRunning) return failRunning(error)
    console.error(error)
    process.exit(1)
  })
}
