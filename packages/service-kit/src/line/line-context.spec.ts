import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { context, createContextKey, ROOT_CONTEXT } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { createInProcessLine } from './in-process-line.ts'

const request = createContextKey('request')
const description = { openapi: '3.1.1', info: {}, paths: {}, components: {} } as never

beforeAll(() => void context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable()))
afterAll(() => context.disable())

describe('the trace of a request', () => {
  it('takes in neither what its gateway does with the answer, nor another request that waited for it', async () => {
    const seen: unknown[] = []
    const answers: (() => void)[] = []
    const line = createInProcessLine()
    line.open({
      describe: () => description,
      serve(_, reply) {
        seen.push(context.active().getValue(request))
        const traced = ROOT_CONTEXT.setValue(request, 'own')
        answers.push(() => context.with(traced, () => reply.send(200, {}, 'x')))
      },
    })
    const note = () => void seen.push(context.active().getValue(request))
    const handler = { onResponseStart: note, onResponseData: note, onResponseEnd: note, onResponseError() {} }
    for (let at = 0; at < 129; at += 1) line.dispatcher.dispatch({ method: 'GET', path: '/' }, handler)
    answers[0]?.()
    expect(seen).toEqual(Array.from({ length: 129 + 3 }, () => undefined))
    await line.close(0)
  })
})
