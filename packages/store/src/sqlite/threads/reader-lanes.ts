import type { ReadCommand } from '../protocol.ts'
import { openReader, type ReaderThread } from './reader.ts'

/** A thread that nobody uses holds its heap and its cache of pages. */
const IDLE_MS = 60_000

/**
 * Two ways to read, so that a pipeline holds up no look-up: a find yields between two pages, while a stage of a pipeline
 * runs over all its documents in one step. Pipelines have a thread of their own, which is started when the first one comes
 * and ended when none came for a minute. 10,000 reads may wait in each lane.
 */
export function openReaderLanes(path: string, onWarning: (message: string) => void): ReaderThread {
  const open = () => openReader(path, onWarning)
  const lookUps = open()
  const pipelines = createIdleLane(open)
  let isClosed = false
  return {
    send(command, maxTimeMs) {
      // A closed lane refuses; one that was never opened would begin.
      const lane = isPipeline(command) && !isClosed ? pipelines : lookUps
      return lane.send(command, maxTimeMs)
    },
    close: async () => {
      isClosed = true
      await Promise.all([lookUps.close(), pipelines.close()])
    },
  }
}

const isPipeline = ({ kind }: ReadCommand): boolean => kind === 'aggregate'

type OpenLane = { reader: ReaderThread; started: Promise<unknown> }

/** The first answer of a new thread may take a while on a busy machine. */
const START_MS = 10_000

/** A query's time begins when there is a thread that could run it. */
function startLane(open: () => ReaderThread): OpenLane {
  const reader = open()
  return { reader, started: reader.send({ kind: 'list-databases' }, START_MS).catch(() => undefined) }
}

/** A reader that is there while it is used. It is not to be asked once it is closed. */
function createIdleLane(open: () => ReaderThread): ReaderThread {
  let lane: OpenLane | undefined
  let isClosed = false
  let underWay = 0
  let idle: NodeJS.Timeout | undefined

  const rest = () => {
    const unused = lane
    lane = undefined
    void unused?.reader.close()
  }
  const settled = () => {
    underWay -= 1
    if (underWay === 0 && !isClosed) idle = setTimeout(rest, IDLE_MS).unref()
  }
  return {
    async send(command, maxTimeMs) {
      clearTimeout(idle)
      underWay += 1
      lane ??= startLane(open)
      const { reader, started } = lane
      return started.then(() => reader.send(command, maxTimeMs)).finally(settled)
    },
    async close() {
      isClosed = true
      clearTimeout(idle)
      await lane?.reader.close()
    },
  }
}
