import { createHash, createSecretKey, hkdfSync } from 'node:crypto'
import {
  CLIENT_CAPABILITIES_META_KEY,
  createRequestStateCodec,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type RequestStateCodec,
  type ServerContext,
} from '@modelcontextprotocol/server'
import type { Principal } from '@sluice/contracts'
import { currentKeys, type InternalSecrets, type Secret } from '@sluice/service-kit'
import { z } from 'zod'
import type { McpBounds } from '../domain/mcp-bounds.ts'

/** What a person has been asked: the call, and no other, may be made when he has agreed. */
type SealedCall = { tool: string; arguments: string }

/** Seals what a person was asked, for five minutes and for one caller. Every replica reads what another has sealed. */
export type Confirmations = RequestStateCodec<SealedCall>

const LIFETIME_SECONDS = 300
const KEY_BYTES = 32

/** @returns the seal of each caller; sealing rejects with RangeError where there is no internal secret */
export function createConfirmations(secrets: InternalSecrets) {
  const keys = currentKeys(secrets, all => all.map(toKey))
  return ({ id, key }: Pick<Principal, 'id' | 'key'>): Confirmations => {
    // Most calls ask nobody.
    function open(): Confirmations {
      const [newest] = keys()
      if (!newest) throw new RangeError('There is no internal secret.')
      const caller = JSON.stringify([id, key?.id])
      return createRequestStateCodec({ key: newest.export(), ttlSeconds: LIFETIME_SECONDS, bind: () => caller })
    }
    return {
      mint: async (call, context) => open().mint(call, context),
      verify: async (state, context) => open().verify(state, context),
    }
  }
}

const toKey = (secret: Secret) =>
  createSecretKey(new Uint8Array(hkdfSync('sha256', secret.reveal(), 'sluice-mcp', 'confirmation', KEY_BYTES)))

/** `agreed` too where nobody is to be asked. */
export type ConfirmedCall =
  | { kind: 'agreed' }
  | { kind: 'declined' }
  | { kind: 'ask'; result: InputRequiredResult }
  /** The permission wants a person to be asked, and the client's revision of the protocol has no way to. */
  | { kind: 'impossible' }

export type CallToConfirm = {
  tool: string
  args: unknown
  /** What the person is asked: names, never content. undefined where the call needs nobody's consent. */
  question: string | undefined
  confirm: McpBounds['confirm']
  /** undefined in revisions that know no way to ask. */
  confirmations: Confirmations | undefined
}

const ANSWER = 'confirm'

/** Finds whether the person in front of the client has agreed to a call, or is to be asked first. */
export async function confirmCall(call: CallToConfirm, context: ServerContext): Promise<ConfirmedCall> {
  const { question, confirm, confirmations } = call
  if (question === undefined || confirm === 'off') return { kind: 'agreed' }
  if (!confirmations) return { kind: confirm === 'require' ? 'impossible' : 'agreed' }
  if (confirm === 'offer' && !canAsk(context)) return { kind: 'agreed' }
  const asked = { tool: call.tool, arguments: digestOf(call.args) }
  const answer = answerTo(asked, context)
  if (answer) return { kind: answer }
  const form = { message: question, requestedSchema: FORM }
  const requestState = await confirmations.mint(asked, context)
  return {
    kind: 'ask',
    result: inputRequired({ inputRequests: { [ANSWER]: inputRequired.elicit(form) }, requestState }),
  }
}

const FORM = {
  type: 'object' as const,
  properties: { confirm: { type: 'boolean' as const, title: 'Do it', default: false } },
  required: ['confirm'],
}

/** A client that says nothing of the kinds of questions that it can put has forms alone. */
const capabilities = z.object({
  elicitation: z.union([z.looseObject({ form: z.object({}) }), z.strictObject({})]),
})

const canAsk = ({ mcpReq: { envelope } }: ServerContext): boolean =>
  capabilities.safeParse(Reflect.get(envelope ?? {}, CLIENT_CAPABILITIES_META_KEY)).success

/** What the person has said to this very call; undefined where he has not been asked about it. */
function answerTo(asked: SealedCall, { mcpReq }: ServerContext): 'agreed' | 'declined' | undefined {
  const before = mcpReq.requestState<SealedCall>()
  if (before?.tool !== asked.tool || before.arguments !== asked.arguments) return undefined
  const said = inputResponse(mcpReq.inputResponses, ANSWER)
  if (said.kind !== 'elicit') return undefined
  return said.action === 'accept' && said.content?.[ANSWER] === true ? 'agreed' : 'declined'
}

/** A client sends the arguments again as it has sent them: other text of the same meaning is asked about anew. */
const digestOf = (args: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(args ?? {}))
    .digest('base64url')
