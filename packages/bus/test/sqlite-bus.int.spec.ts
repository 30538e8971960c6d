import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { eventually } from '@sluice/testkit'
import { describeBus } from '../src/conformance/index.ts'
import { openSqliteBus } from '../src/sqlite/open-sqlite-bus.ts'

const maxRecordBytes = 256 * 1024

describeBus('SQLite', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'sluice-bus-'))
  const path = join(directory, 'bus.db')

  /** Makes everything as old as can be, and waits until the bus has dropped it. */
  async function expire(topic: string) {
    const database = new DatabaseSync(path, { timeout: 5_000 })
    const partitions = 'SELECT p.id FROM partitions p JOIN topics t ON t.id = p.topic_id WHERE t.name = ?'
    database.prepare(`UPDATE records SET at = 0 WHERE partition_id IN (${partitions})`).run(topic)
    const left = database.prepare(`SELECT count(*) AS n FROM records WHERE partition_id IN (${partitions})`)
    await eventually(() => left.get(topic)?.n === 0).finally(() => database.close())
  }

  return {
    open: () => openSqliteBus({ path, maxRecordBytes, purgeEveryMs: 20, heartbeatEveryMs: 100 }),
    child: { script: new URL('../src/sqlite/conformance-child.ts', import.meta.url), args: [path] },
    expire,
    maxRecordBytes,
    patienceMs: 45_000,
    stop: () => rm(directory, { recursive: true }),
  }
})
