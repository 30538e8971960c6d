import { X509Certificate } from 'node:crypto'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { type ReadText, readTextFile } from '../settings/read-text-file.ts'
import type { FileChange, WatchedSettings } from './watched-files.ts'

const NAME = 'NODE_EXTRA_CA_CERTS'
const BEGIN = '-----BEGIN '
const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/**
 * The authorities that are trusted besides those of Node, which reads their file at its start alone. From the next
 * connection on, those count that stand in it now, for every connection of this thread that names none of its own.
 * @param path `NODE_EXTRA_CA_CERTS`
 */
export function openAuthorities(path: string | undefined, read: ReadText = readTextFile): WatchedSettings {
  if (path === undefined) return { names: [], look: () => [] }
  const ofNode = getCACertificates('extra')
  let others: readonly string[] | undefined
  let trusted = [...new Set(ofNode.map(fingerprintOf))].join()
  let seen: string | undefined
  let told = ''

  function judge(text: string): readonly FileChange[] {
    const certificates = readCertificates(text)
    if (certificates === undefined) return refuse('the file is no list of certificates in PEM')
    told = ''
    const found = [...certificates.keys()].join()
    if (found === trusted) return []
    others ??= withoutExtra(getCACertificates('default'), ofNode)
    setDefaultCACertificates([...others, ...certificates.values()])
    trusted = found
    return [{ kind: 'taken-over', name: NAME, needsRestart: false }]
  }

  function refuse(reason: string): readonly FileChange[] {
    if (reason === told) return []
    told = reason
    return [{ kind: 'refused', name: NAME, reason }]
  }

  return {
    names: [NAME],
    look() {
      const reading = read(path)
      const before = seen
      seen = reading.kind === 'text' ? reading.text : undefined
      if (reading.kind === 'unreadable') return refuse(reading.reason)
      return reading.text === before ? [] : judge(reading.text)
    },
  }
}

/** Node writes one certificate in several ways, so they are told apart by their fingerprints. */
function withoutExtra(all: readonly string[], extra: readonly string[]): string[] {
  const ofFile = new Set(extra.map(fingerprintOf))
  const bundled = new Set(getCACertificates('bundled').map(fingerprintOf))
  return all.filter(certificate => {
    const fingerprint = fingerprintOf(certificate)
    return !ofFile.has(fingerprint) || bundled.has(fingerprint)
  })
}

/** @returns them by their fingerprints; undefined where anything is no whole certificate, as in a file that is being written */
function readCertificates(text: string): Map<string, string> | undefined {
  const found = text.match(CERTIFICATE) ?? []
  if (found.length === 0 || found.length !== text.split(BEGIN).length - 1) return undefined
  try {
    return new Map(found.map(pem => [fingerprintOf(pem), pem]))
  } catch {
    return undefined
  }
}

const fingerprintOf = (pem: string): string => new X509Certificate(pem).fingerprint256
