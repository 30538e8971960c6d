import type { HoleCaller } from '../domain/model/hole.ts'
import { chooseDocument } from '../domain/plan/trusted-documents.ts'
import type { LoadedApp } from '../served-app.ts'
import { errorAnswer, type GraphqlAnswer, RETRY_AFTER_SECONDS, statusOfRequestError } from './error-answer.ts'
import type { GraphqlServer } from './graphql-server.ts'
import type { GraphqlMediaType } from './media-type.ts'
import { type ReadParameters, readParameters } from './read-parameters.ts'

/** One HTTP request to an app. */
export type GraphqlCall = {
  served: LoadedApp
  method: 'GET' | 'POST'
  mediaType: GraphqlMediaType
  caller: HoleCaller
  signal: Pick<AbortSignal, 'aborted'>
  requestId: string
}

const MAX_BATCH = 10
/** The limit is that of one answer: a batch is no way around it. */
const MAX_BATCH_ANSWER = 32 * 1024 * 1024

/** Answers what a read of parameters came to: the document is found by its text or its hash, and runs if it may. */
export async function answerParameters(
  server: GraphqlServer,
  call: GraphqlCall,
  read: ReadParameters,
): Promise<GraphqlAnswer> {
  if (read.kind === 'malformed') return errorAnswer(400, { code: 'BAD_USER_INPUT', message: read.message })
  const { variables, operationName } = read.parameters
  const choice = chooseDocument(call.served.documents, read.parameters)
  if (choice.kind === 'refused') {
    const { message, extensions } = choice.error
    return errorAnswer(statusOfRequestError(call.mediaType), { message, code: String(extensions.code) })
  }
  return server.answer({ ...call, body: { query: choice.text, variables, operationName } })
}

/** Answers a JSON body: one request, or an array of them where the app takes that. */
export async function answerBody(server: GraphqlServer, call: GraphqlCall, body: unknown): Promise<GraphqlAnswer> {
  if (!Array.isArray(body)) return answerParameters(server, call, readParameters(body))
  const problem = faultOfBatch(call.served, body)
  if (problem) return errorAnswer(400, { code: 'BAD_USER_INPUT', message: problem })
  const answers: GraphqlAnswer[] = []
  let length = 0
  // One after the other: mutations keep their order, and a batch asks no more of the store at a time than one request.
  for (const each of body) {
    const answer = length > MAX_BATCH_ANSWER ? tooLarge() : await answerParameters(server, call, readParameters(each))
    length += answer.text.length
    answers.push(answer)
  }
  return joinAnswers(answers)
}

function faultOfBatch({ http }: LoadedApp, batch: readonly unknown[]): string | undefined {
  if (!http.httpBatching) {
    return 'This app takes one request at a time, not an array. Its owner can allow arrays: descriptor.httpBatching.'
  }
  if (batch.length === 0) return 'The array holds no request.'
  return batch.length > MAX_BATCH ? `An array may hold ${MAX_BATCH} requests; this one has ${batch.length}.` : undefined
}

const textOf = ({ text }: GraphqlAnswer): string =>
  typeof text === 'string' ? text : Buffer.from(text).toString('utf8')

const tooLarge = (): GraphqlAnswer =>
  errorAnswer(200, {
    code: 'LIMIT_EXCEEDED',
    message: 'The answers before this one are as large as an answer may be. Send this request alone.',
  })

function joinAnswers(answers: readonly GraphqlAnswer[]): GraphqlAnswer {
  const text = `[${answers.map(answer => textOf(answer)).join(',')}]`
  const isLost = answers.every(({ status }) => status === 503)
  return isLost
    ? { status: 503, headers: { 'retry-after': RETRY_AFTER_SECONDS }, text }
    : { status: 200, headers: {}, text }
}
