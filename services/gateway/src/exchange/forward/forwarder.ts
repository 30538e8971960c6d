import type { KeyObject } from 'node:crypto'
import { type Refusal, type UpstreamName, upstreamName } from '@sluice/contracts'
import { currentKeys, grantKeys, type InternalSecrets, type Logger } from '@sluice/service-kit'
import type { SeenPositions } from '../arrive/seen-positions.ts'
import type { AdmittedRequest, JudgeAgain } from '../judge/judge-again.ts'
import type { ExchangeRecording } from '../record/recorder.ts'
import { buildGrant } from './build-grant.ts'
import { forward } from './forward.ts'
import type { OpenStreams } from './open-streams.ts'
import type { Upstreams } from './upstreams.ts'

export type Onward = AdmittedRequest & { service: UpstreamName; recording: ExchangeRecording | undefined }

type Dependencies = {
  upstreams: Upstreams
  positions: SeenPositions
  internalSecrets: InternalSecrets
  storeTime(): number
  logger: Logger
  streams: OpenStreams
  judgeAgain: JudgeAgain
}

/** Sends admitted requests to their services, with the signed word about the caller. */
export function createForwarder(needs: Dependencies) {
  const { upstreams, positions, internalSecrets, storeTime, logger, streams, judgeAgain } = needs
  const keys = new Map(upstreamName.options.map(name => [name, signingKey(internalSecrets, name)]))
  const keyOf = (name: UpstreamName) => (keys.get(name) ?? signingKey(internalSecrets, name))()

  /** A write is noted first, so that it is not silent if we die. @returns a refusal when nothing was sent */
  return (onward: Onward): Refusal | undefined => {
    const { arrival, target, service, admission, recording } = onward
    const grant = buildGrant({ keyOf, positions, storeTime }, onward, {
      upstream: service,
      permission: admission.permission,
    })
    if (grant.kind === 'refuse') return grant
    const pool = upstreams.pool(service)
    const watchStream = (end: () => void) => streams.enter({ isAllowed: () => judgeAgain.stillAllowed(onward), end })
    const about = { arrival, target, service, recording, watchStream }
    const forwarding = { ...about, grant: grant.header, heldBody: admission.body }
    const send = () => forward({ pool, positions, logger }, forwarding)
    if (recording && !arrival.response.destroyed) recording.start(send)
    else send()
    return undefined
  }
}

function signingKey(secrets: InternalSecrets, name: UpstreamName): () => KeyObject {
  const keys = currentKeys(secrets, list => grantKeys(list, name))
  return () => {
    const [first] = keys()
    if (!first) throw new RangeError('There is no internal secret: nothing can be signed for the services.')
    return first
  }
}
