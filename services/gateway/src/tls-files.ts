import { readFileSync } from 'node:fs'
import { createSecureContext, type SecureContextOptions } from 'node:tls'
import { type Logger, OperatorError } from '@sluice/service-kit'

/** Files in PEM: the certificate with its chain, and its private key. */
export type TlsFiles = { cert: string; key: string }
/** Neither means no TLS. */
export type TlsSettings = { [File in keyof TlsFiles]: string | undefined } & {
  /** How often (ms) the files are looked at. Default 10,000. */
  lookMs?: number
}

type CertificatePair = { cert: Buffer; key: Buffer }

/** The certificate can't be served; the message says why and what to do. */
class CertificateError extends OperatorError {
  override name = 'CertificateError'
}

const LOOK_EVERY_MS = 10_000

/** What a server is given with a certificate, now and whenever its files change. */
export const secureOptions = (pair: CertificatePair): SecureContextOptions => ({ ...pair, minVersion: 'TLSv1.2' })

/** @throws CertificateError when only one of the two is given */
export function tlsFiles({ cert, key }: TlsSettings): TlsFiles | undefined {
  if (cert !== undefined && key !== undefined) return { cert, key }
  if (cert === undefined && key === undefined) return undefined
  const [given, missing] = cert === undefined ? ['TLS_KEY', 'TLS_CERT'] : ['TLS_CERT', 'TLS_KEY']
  throw new CertificateError(`${given} is set, and ${missing} is not. Set both, or neither to serve without TLS.`)
}

/** @throws CertificateError */
export function readTlsFiles(files: TlsFiles): CertificatePair {
  const pair = { cert: readPem(files.cert, 'TLS_CERT'), key: readPem(files.key, 'TLS_KEY') }
  try {
    createSecureContext(secureOptions(pair))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new CertificateError(`TLS_CERT and TLS_KEY are no certificate and its key, in PEM: ${reason}`)
  }
  return pair
}

function readPem(path: string, name: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new CertificateError(`${name} can not be read: ${reason}. Check the path and who may read it.`)
  }
}

type WatchedPair = {
  files: TlsFiles
  current: CertificatePair
  /** Told each new pair that belongs together. */
  onChange(pair: CertificatePair): void
  logger: Logger
  /** Default 10,000. */
  everyMs?: number | undefined
}

/**
 * Looks whether the files have changed: links that are moved (as Kubernetes does) and files that are replaced one after
 * the other are both seen. What does not belong together yet, or can't be read, leaves the certificate as it is.
 * @returns the end
 */
export function watchTlsFiles({ files, current, onChange, logger, everyMs = LOOK_EVERY_MS }: WatchedPair): () => void {
  let held = current
  let told = ''

  function look() {
    try {
      const pair = readTlsFiles(files)
      told = ''
      if (pair.cert.equals(held.cert) && pair.key.equals(held.key)) return
      onChange(pair)
      held = pair
      logger.info({ cert: files.cert }, 'certificate.replaced')
    } catch (error) {
      if (!(error instanceof CertificateError)) throw error
      if (told !== error.message) logger.error({ reason: error.message }, 'certificate.not-replaced')
      told = error.message
    }
  }

  const timer = setInterval(look, everyMs).unref()
  return () => clearInterval(timer)
}
