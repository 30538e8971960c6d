import { describe, expect, it } from '@jest/globals'
import { atEndpoint, type EndpointDependencies, type EndpointRequest } from './endpoint.ts'

const request = (accept: string) =>
  ({ uri: 'shop', method: 'POST', header: () => accept }) as unknown as EndpointRequest

describe('the endpoint', () => {
  it('is a GraphQL error and 503 while it is not known which apps there are, in both media types', async () => {
    const dependencies = { changes: { isTrusted: () => false } } as unknown as EndpointDependencies
    for (const accept of ['application/json', 'application/graphql-response+json']) {
      const answer = await atEndpoint(dependencies, request(accept), () => {
        throw new RangeError('Nothing is asked of an app that may be another by now.')
      })
      expect(answer).toMatchObject({
        status: 503,
        headers: { 'retry-after': '1' },
        body: { type: `${accept}; charset=utf-8`, bytes: expect.stringContaining('"code":"UNAVAILABLE"') },
      })
    }
  })
})
