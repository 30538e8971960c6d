import { BusUnavailableError } from '../../errors.ts'
import type { Consumer, GroupMemberName } from '../../port.ts'
import { describeError } from '../client/kafka-errors.ts'
import { pause } from '../client/pause.ts'
import { standingOf } from './coordinator.ts'
import { expelReplaced } from './expel-replaced.ts'
import { createKafkaMember, type KafkaMemberOptions } from './kafka-member.ts'

export type ConsumerTiming = KafkaMemberOptions['timing'] & { joinTimeoutMs: number }

type ConsumerOptions = KafkaMemberOptions & { timing: ConsumerTiming; member: GroupMemberName | undefined }

const LEAVE_WITHIN_MS = 2_000

/** A consumer before it has joined. */
export type KafkaConsumer = Consumer & { join(signal?: AbortSignal): Promise<void> }

/** One member of a group. What fails is tried again, at least every second, for as long as it is not closed. */
export function createKafkaConsumer(options: ConsumerOptions): KafkaConsumer {
  const member = createKafkaMember(options)
  const { membership, reading, life } = member

  async function close() {
    if (life.ending.signal.aborted) return
    member.stop()
    life.ending.abort()
    const left = new AbortController()
    const leaving = membership.leave().catch(() => {})
    await Promise.race([leaving.finally(() => left.abort()), pause(LEAVE_WITHIN_MS, left.signal)])
    reading.clear()
    member.disconnect()
  }

  async function hasJoined(withinMs: number, signal?: AbortSignal): Promise<boolean> {
    const decided = new AbortController()
    const over = AbortSignal.any([decided.signal, life.ending.signal, ...(signal ? [signal] : [])])
    const late = pause(withinMs, over).then(() => false)
    const isJoined = await Promise.race([member.joined.then(() => true), late])
    decided.abort()
    return isJoined
  }

  return {
    async join(signal) {
      void life.live()
      if (options.member) void expelReplaced(options, options.member, life.ending.signal)
      if (await hasJoined(options.timing.joinTimeoutMs, signal)) return
      await close()
      throw new BusUnavailableError(`The group ${options.group} could not be joined: ${member.trouble()}`)
    },
    async commit(generation, offsets) {
      if (generation !== member.told() || generation !== membership.generation()) return
      const own = new Map([...offsets].filter(([partition]) => reading.holds(partition)))
      await membership.offsets.commit(own).catch(error => {
        if (!standingOf(error)) throw new BusUnavailableError(`Kafka took no commit: ${describeError(error)}`)
        life.hurry()
      })
    },
    pause: reading.pause,
    resume(partitions) {
      reading.resume(partitions)
      // Never in the stack of a listener that resumes what it is being handed.
      setImmediate(member.proceed)
    },
    lastHeartbeatAt: member.liveness.lastAt,
    isSettled: () => !life.ending.signal.aborted && life.isSettled() && member.liveness.isCertain(),
    countUnread: () =>
      member.countUnread().catch(error => {
        throw new BusUnavailableError(`Kafka did not say where the topic ends: ${describeError(error)}`)
      }),
    stop: async () => member.stop(),
    close,
  }
}
