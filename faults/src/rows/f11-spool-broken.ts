import { setTimeout as wait } from 'node:timers/promises'
import { eventually } from '@sluice/testkit'
import { type Cluster, type ManagedProcess, NotInThisClusterError } from '../cluster/cluster.ts'
import { countSetAside, type DamageKind, damageSpool } from '../cluster/spool-damage.ts'
import type { RigDisk } from '../cluster/spool-disk.ts'
import { backendOf, processesOf, spoolOf } from '../experiment/harm.ts'
import type { FaultMatrixRow, RowSituation } from '../experiment/row.ts'
import { startAsker } from '../load/start-asker.ts'
import { judgeDamage } from '../oracle/judges/judge-damage.ts'
import { judgeRefusals } from '../oracle/judges/judge-refusals.ts'
import { questionsOf } from './questions.ts'

const MEBIBYTE = 1024 ** 2
/** The other gateway has one too, and room on it for all that it keeps while the brokers are away. */
const DISK_BYTES = 16 * MEBIBYTE
const LEFT_BYTES = MEBIBYTE / 4
const WELL_AFTER_MS = 10_000
const ASK_EVERY_MS = 400
// A request whose event the disk did not take any more waits until it does, or until its gateway ends.
const LONGEST_MS = 35_000
const FILL_MS = 5_000
const COUNTED_WITHIN_MS = 30_000

const bars = { availability: 1, revokedWithinMs: 20_000 }

export const f11Full: FaultMatrixRow = {
  id: 'F11-full',
  title:
    'the disk of a gateway is full while the brokers are gone; what was written is shipped, and that is all the room there is',
  runsOn: ['cluster'],
  bars,
  extent: { unit: 'seconds', promised: 60 },
  quietWithinMs: 60_000,
  spoolDiskBytes: DISK_BYTES,
  async fault(situation) {
    const { cluster, harm, random, extent } = situation
    const victim = random.pick(processesOf(cluster, 'gateway'))
    const kafka = backendOf(cluster, 'kafka')
    const asker = askAll(situation)
    await kafka.kill()
    await harm.hardship({ victim, mayBreak: true, wellAfterMs: WELL_AFTER_MS }, async () => {
      await diskOf(cluster, victim).fill(LEFT_BYTES)
      await wait(1000 * extent)
      harm.remark(`${victim.name}: ${await victim.figure('sluice_spool_bytes')} bytes of its spool at the end`)
      await kafka.restart()
    })
    await wait(2 * WELL_AFTER_MS)
    const asked = await asker.stop()
    return seen => judgeRefusals(seen, asked, { withinMs: LONGEST_MS, unknowable: [] })
  },
}

export const f11ReadOnly: FaultMatrixRow = {
  ...f11Full,
  id: 'F11-read-only',
  title:
    'the disk of a gateway turns read-only while the brokers are gone; the gateway is started anew on it when it is well',
  // What is not synced may be gone when the disk is well again.
  settings: { SPOOL_FSYNC_MS: '0' },
  async fault(situation) {
    const { cluster, harm, random, extent } = situation
    const victim = random.pick(processesOf(cluster, 'gateway'))
    const disk = diskOf(cluster, victim)
    const kafka = backendOf(cluster, 'kafka')
    const asker = askAll(situation)
    await kafka.kill()
    await wait(FILL_MS)
    await harm.hardship({ victim, mayBreak: true, wellAfterMs: WELL_AFTER_MS }, async () => {
      await disk.turnReadOnly()
      await wait(1000 * extent)
      await harm.killFor(victim, 0, () => disk.mountAgain())
    })
    await kafka.restart()
    await wait(2 * WELL_AFTER_MS)
    const asked = await asker.stop()
    return seen => judgeRefusals(seen, asked, { withinMs: LONGEST_MS, unknowable: [] })
  },
}

export const f11Damaged: FaultMatrixRow = {
  id: 'F11-damaged',
  title: 'a gateway is killed while the brokers are gone; its spool is cut short, or a bit of it flipped',
  runsOn: ['cluster'],
  bars,
  extent: { unit: 'times', promised: 10 },
  quietWithinMs: 60_000,
  async fault({ cluster, harm, random, extent }) {
    const kafka = backendOf(cluster, 'kafka')
    const counts = { records: 0, counted: 0 }
    for (let time = 0; time < extent; time += 1) {
      const victim = random.pick(processesOf(cluster, 'gateway'))
      const { folder } = spoolOf(cluster, victim)
      const kind: DamageKind = time % 2 === 0 ? 'cut' : 'flipped'
      await kafka.kill()
      await wait(FILL_MS)
      await harm.killFor(victim, 0, async () => {
        const id = await damageSpool(folder, kind, random)
        harm.ruin(id)
        harm.remark(`${victim.name}: ${kind}, ${id}`)
      })
      await kafka.restart()
      counts.records += 1
      counts.counted += await countDamaged(victim)
    }
    const folders = [...cluster.spools.values()].map(({ folder }) => folder)
    const setAside = (await Promise.all(folders.map(countSetAside))).reduce((sum, count) => sum + count, 0)
    return () => judgeDamage({ ...counts, setAside })
  },
}

/** Waits until the gateway has counted damage; it counts from 0 since its start. */
async function countDamaged(gateway: ManagedProcess): Promise<number> {
  const look = async () => (await gateway.figure('sluice_events_damaged_total')) ?? 0
  return eventually(async () => (await look()) > 0 && look(), { timeoutMs: COUNTED_WITHIN_MS }).catch(() => 0)
}

function diskOf(cluster: Cluster, gateway: ManagedProcess): RigDisk {
  const { disk } = spoolOf(cluster, gateway)
  if (!disk) throw new NotInThisClusterError(`The spool of ${gateway.name} is on no disk of its own.`)
  return disk
}

const askAll = ({ cluster, service }: RowSituation) =>
  startAsker({ gateways: cluster.gateways, questions: Object.values(questionsOf(service, ASK_EVERY_MS)) })
