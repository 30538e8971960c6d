import { createSluice, isSluiceError, type SluiceClient } from '@sluice/sdk'
import { createReceiver, WebhookVerificationError } from '@sluice/sdk/webhooks'

/** What the program is told: all of it goes through JSON. */
export type ConsumerInput = {
  url: string
  user: string
  password: string
  /** A collection of its own, which is not there yet. */
  collection: string
  /** A delivery of a webhook, as it came, with the webhook's secret. */
  delivery: { secret: string; headers: Record<string, string>; body: string }
}

type Flight = { number: string; seats: number }

const FLIGHTS = 25

/**
 * What a program does with the SDK, in short: it signs in, writes, loses against somebody faster, lists, follows what
 * happens and takes a delivery. It is the same file on each run-time.
 */
export async function consume({ url, user, password, collection, delivery }: ConsumerInput) {
  const sluice = createSluice({ url, user, password })
  return {
    'signs in': (await sluice.whoami()).id,
    'is overtaken': await loseAgainst(sluice, collection),
    'lists pages': await listFlights(sluice, collection),
    'follows events': await followExchanges(sluice),
    'takes a delivery': await takeDelivery(delivery),
    'refuses a forgery': await takeDelivery({ ...delivery, body: `${delivery.body} ` }),
    'cleans up': await dropFlights(sluice, collection),
  }
}

/** @returns the code of the refusal */
async function loseAgainst(sluice: SluiceClient, collection: string): Promise<string> {
  const flights = sluice.collection<Flight>(collection)
  await flights.create()
  const { document, etag } = await flights.insert({ number: 'SL0', seats: 1 })
  await flights.patch(document._id, { seats: 2 }, { ifMatch: etag })
  try {
    await flights.patch(document._id, { seats: 3 }, { ifMatch: etag })
  } catch (error) {
    if (isSluiceError(error)) return error.code
    throw error
  } finally {
    await flights.delete(document._id)
  }
  return 'nothing'
}

async function listFlights(sluice: SluiceClient, collection: string): Promise<number> {
  const flights = sluice.collection<Flight>(collection)
  await flights.insertMany(Array.from({ length: FLIGHTS }, (_, seats) => ({ number: `SL${seats}`, seats })))
  let seats = 0
  for await (const flight of flights.find({ sort: 'seats', pagesize: 10 })) seats += flight.seats
  return seats
}

/** @returns the name of each message, of the first three */
async function followExchanges(sluice: SluiceClient): Promise<string[]> {
  const controller = new AbortController()
  const names: string[] = []
  const asking = setInterval(() => void sluice.whoami().catch(() => undefined), 100)
  try {
    for await (const { event } of sluice.events.tail({ signal: controller.signal })) {
      names.push(event)
      if (names.length === 3) controller.abort()
    }
  } finally {
    clearInterval(asking)
  }
  return names
}

/** @returns the id of the delivery, or why it is none */
async function takeDelivery({ secret, headers, body }: ConsumerInput['delivery']): Promise<string> {
  try {
    const request = new Request('https://receiver.example.com/', { method: 'POST', headers, body })
    return (await createReceiver(secret)(request)).id
  } catch (error) {
    if (error instanceof WebhookVerificationError) return error.reason
    throw error
  }
}

/** @returns the code of the refusal that asking for it afterwards gets */
async function dropFlights(sluice: SluiceClient, collection: string): Promise<string> {
  const flights = sluice.collection<Flight>(collection)
  const { etag = 'none' } = await flights.meta.get()
  await flights.drop({ ifMatch: etag })
  return flights.count().then(
    () => 'nothing',
    (error: unknown) => (isSluiceError(error) ? error.code : String(error)),
  )
}
