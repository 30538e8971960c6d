import {
  CLIENT_CAPABILITIES_META_KEY,
  type InputRequests,
  inputRequired,
  inputResponse,
  type Result,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { ConformancePrompt } from './conformance-offers.ts'
import { type ConformanceTool, conformanceTool, textResult } from './conformance-tools.ts'

/** What the server gives to the client and gets back with the answers: how often it has asked. */
export type RequestState = { round: number }

type MintState = (state: RequestState) => Promise<string>

const askFor = (message: string, field: string) =>
  inputRequired.elicit({
    message,
    requestedSchema: { type: 'object', properties: { [field]: { type: 'string' } }, required: [field] },
  })

const askModel = (text: string) =>
  inputRequired.createMessage({ messages: [{ role: 'user', content: { type: 'text', text } }], maxTokens: 100 })

const NAME: InputRequests = { user_name: askFor('What is your name?', 'name') }
const CAPITAL: InputRequests = { capital_question: askModel('What is the capital of France?') }
const ROOTS: InputRequests = { client_roots: inputRequired.listRoots() }
const CONFIRM: InputRequests = {
  confirm: inputRequired.elicit({
    message: 'Please confirm',
    requestedSchema: { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] },
  }),
}
const CONTEXT: InputRequests = { user_context: askFor('What context should the prompt use?', 'context') }
const SEVERAL: InputRequests = { ...NAME, greeting: askModel('Generate a greeting'), ...ROOTS }
const STEPS: readonly InputRequests[] = [
  { step1: askFor('Step 1: What is your name?', 'name') },
  { step2: askFor('Step 2: What is your favorite color?', 'color') },
]

/** Asks for what has not been answered. @returns undefined where everything has */
function askMissing(inputRequests: InputRequests, { mcpReq }: ServerContext): Result | undefined {
  const isMissing = (key: string) => inputResponse(mcpReq.inputResponses, key).kind === 'missing'
  return Object.keys(inputRequests).some(isMissing) ? inputRequired({ inputRequests }) : undefined
}

const asking = (name: string, inputRequests: InputRequests): ConformanceTool =>
  conformanceTool(name, (_, context) => askMissing(inputRequests, context) ?? textResult('Answered.'))

/** Asks round after round, each with a state of its own. */
const askingByState = (name: string, rounds: readonly InputRequests[], mint: MintState): ConformanceTool =>
  conformanceTool(name, async (_, context) => {
    const round = context.mcpReq.requestState<RequestState>()?.round ?? 0
    const asked = rounds[round - 1]
    const again = asked && askMissing(asked, context)
    const inputRequests = again ? asked : rounds[round]
    if (!inputRequests) return textResult('state-ok')
    return inputRequired({ inputRequests, requestState: await mint({ round: again ? round : round + 1 }) })
  })

const envelope = z.object({
  [CLIENT_CAPABILITIES_META_KEY]: z.object({ elicitation: z.unknown(), sampling: z.unknown() }).partial(),
})

/** Asks for what the client says it can give, and for nothing else. */
const askingAsDeclared = conformanceTool('test_input_required_result_capabilities', (_, context) => {
  const { elicitation, sampling } = envelope.parse(context.mcpReq.envelope)[CLIENT_CAPABILITIES_META_KEY]
  const inputRequests = { ...(elicitation ? NAME : {}), ...(sampling ? CAPITAL : {}) }
  return askMissing(inputRequests, context) ?? textResult('Answered.')
})

/** Tools that ask the person, the model or the client before they answer. */
export const inputTools = (mint: MintState): readonly ConformanceTool[] => [
  asking('test_input_required_result_elicitation', NAME),
  asking('test_input_required_result_sampling', CAPITAL),
  asking('test_input_required_result_list_roots', ROOTS),
  askingAsDeclared,
  askingByState('test_input_required_result_request_state', [CONFIRM], mint),
  askingByState('test_input_required_result_tampered_state', [CONFIRM], mint),
  askingByState('test_input_required_result_multiple_inputs', [SEVERAL], mint),
  askingByState('test_input_required_result_multi_round', STEPS, mint),
]

export const inputPrompts: readonly ConformancePrompt[] = [
  {
    name: 'test_input_required_result_prompt',
    description: 'Part of the conformance suite.',
    answer: (_, context) =>
      askMissing(CONTEXT, context) ?? { messages: [{ role: 'user', content: { type: 'text', text: 'Answered.' } }] },
  },
]
