import { describe, expect, it } from '@jest/globals'
import { isProxied } from './proxy-exceptions.ts'

describe('NO_PROXY', () => {
  it.each<[string, string, number]>([
    ['example.com', 'example.com', 443],
    ['example.com', 'a.example.com', 443],
    ['EXAMPLE.com', 'a.Example.COM', 443],
    ['example.com', 'example.com.', 443],
    ['.example.com', 'a.example.com', 25],
    ['.example.com', 'example.com', 25],
    ['*.example.com', 'a.example.com', 80],
    ['other.example, example.com', 'example.com', 80],
    ['example.com:8443', 'example.com', 8443],
    ['93.184.216.34', '93.184.216.34', 80],
    ['2606:4700::1111', '2606:4700::1111', 80],
    ['[2606:4700::1111]:443', '2606:4700::1111', 443],
    ['*', 'anything.example', 80],
  ])('%j takes %s:%i out', (exceptions, host, port) => {
    expect(isProxied(host, port, { exceptions })).toBe(false)
  })

  it.each<[string, string, number]>([
    ['', 'example.com', 443],
    ['example.com', 'notexample.com', 443],
    ['example.com', 'example.com.evil.test', 443],
    ['*.example.com', 'example.com', 443],
    ['example.com:8443', 'example.com', 443],
    ['93.184.216.0/24', '93.184.216.34', 80],
  ])('%j leaves %s:%i to the proxy', (exceptions, host, port) => {
    expect(isProxied(host, port, { exceptions })).toBe(true)
  })

  it.each(['127.0.0.1', '127.9.9.9', '::1', '::ffff:7f00:1', '0.0.0.0', 'localhost', 'a.localhost', 'localhost.'])(
    'has %s of itself: it would be the machine of the proxy there',
    host => {
      expect(isProxied(host, 80, { exceptions: '' })).toBe(false)
    },
  )
})
