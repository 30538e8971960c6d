import { describe, expect, it } from '@jest/globals'
import { isConsole, isFromOwnPage, isSecurePage, portOfBrowsers } from './console-mark.ts'

const reader = (headers: Record<string, string>) => (name: string) => headers[name]
const plain = { isSecure: false, publicUrl: undefined }
const own = (headers: Record<string, string>, address: Parameters<typeof isFromOwnPage>[1] = plain) =>
  isFromOwnPage(reader({ host: 'sluice.test:8080', ...headers }), address)

describe('the mark of the console', () => {
  it('is one header with one value', () => {
    expect(isConsole(reader({ 'sluice-client': 'console' }))).toBe(true)
    for (const other of ['Console', 'console/1', 'sdk/1.0.0', '']) {
      expect(isConsole(reader({ 'sluice-client': other }))).toBe(false)
    }
    expect(isConsole(reader({}))).toBe(false)
  })
})

describe('a page of our own', () => {
  it('is what the browser calls of the same origin, whatever else is said', () => {
    expect(own({ 'sec-fetch-site': 'same-origin' })).toBe(true)
    for (const site of ['same-site', 'cross-site', 'none', '']) {
      expect(own({ 'sec-fetch-site': site, origin: 'http://sluice.test:8080' })).toBe(false)
    }
  })

  it('is told by its origin where the browser says no more', () => {
    expect(own({ origin: 'http://sluice.test:8080' })).toBe(true)
    for (const origin of [
      'http://sluice.test:8081',
      'http://sluice.test',
      'http://evil.test:8080',
      'http://sluice.test:8080.evil.test',
      'null',
      '',
    ]) {
      expect(own({ origin })).toBe(false)
    }
  })

  it('is nobody where neither is said, as of a program that claims to be the console', () => {
    expect(own({})).toBe(false)
    expect(isFromOwnPage(reader({ origin: 'http://sluice.test' }), plain)).toBe(false)
  })

  it('has our scheme where we speak TLS, and either where a balancer may', () => {
    const secure = { isSecure: true, publicUrl: undefined }
    expect(own({ origin: 'https://sluice.test:8080' }, secure)).toBe(true)
    expect(own({ origin: 'http://sluice.test:8080' }, secure)).toBe(false)
    expect(own({ origin: 'https://sluice.test:8080' })).toBe(true)
  })

  it('may have the address that the operator has given', () => {
    const address = { isSecure: false, publicUrl: 'https://api.example.com/' }
    expect(own({ origin: 'https://api.example.com' }, address)).toBe(true)
    expect(own({ origin: 'https://api.example.com:8443' }, address)).toBe(false)
  })
})

describe('the port that browsers know', () => {
  it('is that of the public address, or of the host that was asked for', () => {
    expect(portOfBrowsers(reader({ host: 'a:8080' }), undefined)).toBe('8080')
    expect(portOfBrowsers(reader({ host: '[::1]:8080' }), undefined)).toBe('8080')
    expect(portOfBrowsers(reader({ host: 'a:8080' }), 'https://api.example.com')).toBe('')
    expect(portOfBrowsers(reader({}), undefined)).toBe('')
  })
})

describe('a page by TLS', () => {
  it('is told by its own origin', () => {
    expect(isSecurePage(reader({ origin: 'https://a' }), 'http://a')).toBe(true)
    expect(isSecurePage(reader({ origin: 'http://a' }), 'https://a')).toBe(false)
    expect(isSecurePage(reader({}), 'https://a')).toBe(true)
    expect(isSecurePage(reader({}), undefined)).toBe(false)
  })
})
