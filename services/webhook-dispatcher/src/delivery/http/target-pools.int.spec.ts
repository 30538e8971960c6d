import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterEach, describe, expect, it } from '@jest/globals'
import { eventually, makeSelfSigned } from '@sluice/testkit'
import { openBlock } from '../../domain/target/public-address.ts'
import { namesBy } from '../../testing/names-by.ts'
import { openReceiver } from '../../testing/receiver.ts'
import { requestTo } from '../../testing/request-to.ts'
import { createUndiciSender } from './undici-sender.ts'

const endings: (() => unknown)[] = []
afterEach(async () => {
  for (const end of endings.splice(0)) await end()
})

function senderWith(options: { maxTargets?: number; perTarget?: number } = {}) {
  const names = namesBy(async () => [])
  const sender = createUndiciSender({
    open: [openBlock('127.0.0.0/8')],
    perTarget: 16,
    maxTargets: 8,
    names,
    ...options,
  })
  endings.push(() => sender.close())
  return sender
}

type Sender = ReturnType<typeof senderWith>

/** A target that answers when it is told to. @param open gets what handles its requests */
async function patientTarget(open: (listener: RequestListener) => Server) {
  const answers: (() => void)[] = []
  const server = open((request, response) => {
    request.resume().on('end', () => answers.push(() => response.end('ok')))
  })
  endings.push(
    () => server.closeAllConnections(),
    () => server.close(),
  )
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { port, answers }
}

const answered = expect.objectContaining({ kind: 'answered' })
const sendTimes = (sender: Sender, url: string, times: number) =>
  Array.from({ length: times }, () => sender.send(requestTo(url)))

describe('connections', () => {
  it('are reused', async () => {
    const target = await openReceiver()
    const sender = senderWith()
    for (let count = 0; count < 50; count += 1) await sender.send(requestTo(target.url))
    expect(target.received).toHaveLength(50)
    expect(target.connections()).toBeLessThanOrEqual(2)
    await target.close()
  })

  it('are as many to one target as they may be, and no more: what comes beyond waits for one of them', async () => {
    let connections = 0
    const { port, answers } = await patientTarget(listener =>
      createServer(listener).on('connection', () => {
        connections += 1
      }),
    )
    const sent = sendTimes(senderWith({ perTarget: 2 }), `http://127.0.0.1:${port}/`, 5)
    for (let count = 0; count < sent.length; count += 1) {
      await eventually(() => answers.length > count)
      expect(answers.length - count).toBeLessThanOrEqual(2)
      answers[count]?.()
    }
    expect(await Promise.all(sent)).toEqual(sent.map(() => answered))
    expect(connections).toBe(2)
  })

  it('to one target by TLS are opened with the session of those before', async () => {
    const certificate = makeSelfSigned('127.0.0.1')
    const trusted = getCACertificates()
    setDefaultCACertificates([...trusted, certificate.cert])
    endings.push(() => setDefaultCACertificates(trusted))
    const isResumed: boolean[] = []
    const { port, answers } = await patientTarget(listener =>
      createSecureServer(certificate, listener).on('secureConnection', socket => {
        isResumed.push(socket.isSessionReused())
      }),
    )
    const sender = senderWith()
    for (const times of [1, 2]) {
      const sent = sendTimes(sender, `https://127.0.0.1:${port}/`, times)
      await eventually(() => answers.length === times)
      for (const answer of answers.splice(0)) answer()
      expect(await Promise.all(sent)).toEqual(sent.map(() => answered))
    }
    expect(isResumed).toEqual([false, true])
  })

  it('are kept for a bounded number of targets', async () => {
    const targets = await Promise.all(Array.from({ length: 6 }, () => openReceiver()))
    const sender = senderWith({ maxTargets: 2 })
    for (const target of [...targets, ...targets]) {
      expect(await sender.send(requestTo(target.url))).toEqual(answered)
    }
    await Promise.all(targets.map(target => target.close()))
  })
})
