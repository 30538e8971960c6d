import { type DestinationStream, destination } from 'pino'

/** Lines are written once there is so much of them, or after so long; a system call costs as much as four lines. */
const GATHERED_BYTES = 4_096
const GATHERED_MS = 250

/** The number of a warning in pino: from there on a line is written at once, and with it what came before. */
const AT_ONCE = 40

type GatheringStream = DestinationStream & { lastLevel: number }

/**
 * Writes lines of a log to a file descriptor, several at a time. A process that is killed loses those of its last quarter
 * of a second that are below a warning; one that exits loses none.
 */
export function gatherLines(fd: number): DestinationStream {
  const sink = destination({ dest: fd, sync: true, minLength: GATHERED_BYTES })
  let timer: NodeJS.Timeout | undefined
  process.once('exit', () => sink.flushSync())

  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    sink.flush()
  }

  const stream: GatheringStream = {
    // By it pino tells the level of each line.
    [Symbol.for('pino.metadata')]: true,
    lastLevel: 0,
    write(line) {
      sink.write(line)
      if (stream.lastLevel >= AT_ONCE) flush()
      else timer ??= setTimeout(flush, GATHERED_MS).unref()
    },
  }
  return stream
}
