import { type ConsumerInput, consume } from './consume.ts'

/**
 * The program as a worker at the edge: it is asked by a request.
 * @public workerd calls it
 */
export default {
  async fetch(request: Request): Promise<Response> {
    const input: ConsumerInput = JSON.parse(await request.text())
    return Response.json(await consume(input))
  },
}
