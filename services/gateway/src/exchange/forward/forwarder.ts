import { type Refusal, refuse, type UpstreamName } from '@sluice/contracts'
import type { Logger } from '@sluice/service-kit'
import type { AdmittedRequest, JudgeAgain } from '../judge/judge-again.ts'
import type { ExchangeRecording } from '../record/recording.ts'
import { buildGrant, type GrantSigning } from './build-grant.ts'
import { buildPass, type PassSigning } from './build-pass.ts'
import { forward } from './forward.ts'
import type { OpenStreams } from './open-streams.ts'
import type { Upstreams } from './upstreams.ts'

export type Onward = AdmittedRequest & { service: UpstreamName; recording: ExchangeRecording | undefined }

type Dependencies = {
  upstreams: Upstreams
  signing: GrantSigning & PassSigning
  logger: Logger
  streams: OpenStreams
  judgeAgain: JudgeAgain
  /** The address that the operator says clients use. */
  publicUrl: string | undefined
}

const NO_PASS = { kind: 'signed', header: [] } as const

/** Sends admitted requests to their services, with the signed word about the caller. */
export function createForwarder(needs: Dependencies) {
  const { upstreams, signing, logger, streams, judgeAgain, publicUrl } = needs
  const parts = { positions: signing.positions, logger, publicUrl }

  /** A write is noted first, so that it is not silent if we die. @returns a refusal when nothing was sent */
  return (onward: Onward): Refusal | undefined => {
    const { arrival, target, service, admission, recording } = onward
    const grant = buildGrant(signing, onward, {
      upstream: service,
      permission: admission.permission,
    })
    if (grant.kind === 'refuse') return grant
    const pass = service === 'mcp' ? buildPass(signing, onward) : NO_PASS
    if (pass.kind === 'refuse') return pass
    const ways = upstreams.ways(service)
    if (!ways) return refuse('NOT_FOUND', 'Assistants are not served here: this Sluice runs without its MCP service.')
    const watchStream = (end: () => void) => streams.enter({ isAllowed: () => judgeAgain.stillAllowed(onward), end })
    const about = { arrival, target, service, recording, watchStream }
    const forwarding = { ...about, grant: grant.headers, pass: pass.header, heldBody: admission.body }
    const send = () => forward({ ways, parts }, forwarding)
    if (recording && !arrival.response.destroyed) recording.start(send)
    else send()
    return undefined
  }
}
