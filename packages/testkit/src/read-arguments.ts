import { type ParseArgsConfig, parseArgs } from 'node:util'

/** Ends a command that was not understood: with 2, after what is wrong and how the command is used. */
export function endForUsage(message: string, usage: string): never {
  process.stderr.write(`${message}\n${usage}\n`)
  process.exit(2)
}

/**
 * Reads what a command of this repository was given. `--help` prints how it is used and ends it with 0; what it does not know
 * ends it with 2, after what is wrong and how it is used.
 */
export function readArguments<T extends ParseArgsConfig>(usage: string, config: T): ReturnType<typeof parseArgs<T>> {
  if (process.argv.includes('--help')) {
    process.stdout.write(`${usage}\n`)
    process.exit(0)
  }
  try {
    return parseArgs(config)
  } catch (error) {
    // Node.js goes on to say how an argument may begin with a dash.
    const [message = ''] = error instanceof Error ? error.message.split('. To specify') : [String(error)]
    return endForUsage(message, usage)
  }
}
