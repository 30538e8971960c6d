import { setTimeout as pause } from 'node:timers/promises'
import { createSparseLog, type Logger } from '@sluice/service-kit'
import { BEAT_EVERY_MS, readClaimantId, toClaimantId } from '../domain/execution/claimant.ts'
import type { ClaimantStore } from '../ports/claimant-store.ts'
import type { WaitingStore } from '../ports/waiting-store.ts'
import { createFormerLives } from './former-lives.ts'
import { createNameHold } from './name-hold.ts'

export type ClaimantName = {
  /** The same after a restart, and another one for each process that may run beside it. */
  name: string
  /** Nobody else can bear it: whoever did has ended, and need not be waited for. */
  isSole: boolean
}

export type ClaimantDependencies = ClaimantName & {
  claimants: ClaimantStore
  waiting: Pick<WaitingStore, 'releaseOf'>
  /** The store's clock. */
  now: () => Date
  /** Waits until that clock is known, where this machine may have slept. */
  confirmTime: () => Promise<void>
  logger: Logger
}

/** The identity under which this process claims deliveries. */
export type Claimant = {
  /** What its claims are marked with. */
  id(): string
  /** Whether the claim of another one is over before its time, because its process has been replaced. */
  isOver(by: string): Promise<boolean>
  /** Whether nobody can have taken over what was claimed under this id of its own. */
  isCertain(claimedAs: string): boolean
  /**
   * The same, having asked the store where it is not certain. To be asked before a claim is renewed: whoever has replaced it
   * may take its claims at any time, also renewed ones.
   */
  isStill(claimedAs: string): Promise<boolean>
}

export type NamedClaimant = ReturnType<typeof createClaimant>

const REPLACED = 'claimant.replaced'
const LOOK_AGAIN_MS = 1_000
const FORGET_AFTER_MS = 24 * 3_600_000

/**
 * A claimant that goes on with what its former life, which was killed, has left: at once, not when the leases end. It takes
 * its name from a process that has ended or that has been silent for `SILENT_MS`; from a living one never. Until it has
 * the name it claims all the same, as another life of that name.
 */
export function createClaimant({ logger, waiting, ...means }: ClaimantDependencies) {
  const { name, claimants, now } = means
  const taken = Promise.withResolvers<(id: string) => boolean>()
  const ending = new AbortController()
  const lives = createFormerLives({ name, claimants })
  const hold = createNameHold({ ...means, onReplaced: () => logger.error({ claimant: name, hint: TAKEN }, REPLACED) })
  /** Former lives whose claims are still to be ended. */
  let left: readonly string[] = []
  const nameInUse = createSparseLog(fields => logger.warn(fields, 'claimant.name-in-use'), { everyMs: 60_000 })
  let running: Promise<void> = Promise.resolve()

  async function endFormer() {
    if (left.length === 0) return
    const released = await waiting.releaseOf(left.map(boot => toClaimantId({ name, boot })))
    left = []
    logger.info({ claimant: name, released }, 'claimant.took-over')
  }

  async function tryToTake(): Promise<boolean> {
    const former = await hold.take()
    if (!former) return false
    lives.keep(former)
    taken.resolve(lives.isFormer)
    left = former
    await endFormer()
    return true
  }

  /** One word of its life, or one look at whoever has its name. */
  async function goOn() {
    if (!hold.isHeld()) {
      if (!(await tryToTake())) nameInUse({ claimant: name, hint: HELD })
    } else if (await hold.beat()) await endFormer()
  }

  async function live() {
    const failed = (error: unknown) => logger.warn({ err: error, claimant: name }, 'claimant.not-written')
    while (!ending.signal.aborted) {
      await rest(hold.isHeld() ? BEAT_EVERY_MS : LOOK_AGAIN_MS, ending.signal)
      if (!ending.signal.aborted) await goOn().catch(failed)
    }
  }

  return {
    id: hold.id,
    isOver: async by => (by === name ? hold.isHeld() : lives.isOver(readClaimantId(by))),
    isCertain: hold.isCertain,
    isStill: hold.isStill,
    /** Settles when the name is its own, on what tells its former lives by their ids. */
    taken: taken.promise,
    /** Takes the name if that can be at once; else it goes on trying. */
    async start() {
      await tryToTake()
      await claimants.forgetBefore(new Date(now().getTime() - FORGET_AFTER_MS))
      running = live()
    },
    /** To be called when nothing is claimed any more: the next one need not wait. */
    async stop() {
      ending.abort()
      await running
      const life = readClaimantId(hold.id())
      const isSaid = life && hold.isHeld() ? claimants.end(life) : Promise.resolve()
      await isSaid.catch(error => logger.warn({ err: error, claimant: name }, 'claimant.not-written'))
    },
  } satisfies Claimant & Record<string, unknown>
}

/** Does not throw, and keeps no process alive. */
const rest = (ms: number, signal: AbortSignal) => pause(ms, undefined, { signal, ref: false }).catch(() => {})

const TAKEN =
  'This process was silent for longer than 8 s, and another one with its host name, HOST and PORT has taken its deliveries over. If both are to run, give them names of their own.'
const HELD =
  'Another process with this host name, HOST and PORT was heard of less than 8 s ago. If it has just been killed, its deliveries are taken over when it has been silent for 8 s; if it runs, give the two names of their own.'
