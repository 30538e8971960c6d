import type { FaultMatrixRow } from './row.ts'
import type { RowReport } from './run-row.ts'

type Closable = { close(): Promise<void> }

type StagesOptions<Stage> = {
  open(row: FaultMatrixRow): Promise<Stage>
  /** Rows that ask for no Sluice of their own share a stage. */
  isShared: boolean
}

export type Stages<Stage> = {
  /** Runs a row on a stage as it asks for it. @param run is told whether another row was run there before */
  use(row: FaultMatrixRow, run: (stage: Stage & { isWarm: boolean }) => Promise<RowReport>): Promise<RowReport>
  /** Closes the one that is open. */
  close(): Promise<void>
}

/** The row is about a Sluice that is started as any other. */
const isPlain = ({ settings, smallSpool, mailAllowance, spoolDiskBytes, ...row }: FaultMatrixRow): boolean =>
  [settings, smallSpool, mailAllowance, spoolDiskBytes].every(asked => asked === undefined) &&
  !(row.hasStoreProxy || row.hasBrokerWays || row.hasBalancers)

/**
 * Opens a stage for each row, or one for several, one after another. A stage on which a promise was broken, or a row
 * ended without a result, is closed: what comes after it is not blamed for it.
 */
export function createStages<Stage extends Closable>({ open, isShared }: StagesOptions<Stage>): Stages<Stage> {
  let shared: Stage | undefined

  async function close(): Promise<void> {
    const stage = shared
    shared = undefined
    await stage?.close()
  }

  return {
    close,
    async use(row, run) {
      const mayStay = isShared && isPlain(row)
      if (!mayStay) await close()
      const isWarm = shared !== undefined
      const stage = shared ?? (await open(row))
      shared = stage
      let isKept = false
      try {
        const report = await run({ ...stage, isWarm })
        isKept = report.verdicts.every(({ holds }) => holds)
        return report
      } finally {
        if (!mayStay || !isKept) await close()
      }
    },
  }
}
