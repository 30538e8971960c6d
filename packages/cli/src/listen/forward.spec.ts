import { describe, expect, it } from '@jest/globals'
import { readForwardUrl } from './forward.ts'

const read = (text: string, isRemoteAllowed = false) =>
  readForwardUrl(text, { isRemoteAllowed, server: 'http://127.0.0.1:8080' }).href

describe('the address to which deliveries are forwarded', () => {
  it.each(['http://localhost:3000/hook', 'http://127.8.9.1:3000/', 'http://[::1]:3000/', 'https://my.localhost/'])(
    'may be %s, on this machine',
    url => expect(read(url)).toBe(url),
  )

  it.each(['http://127.0.0.1.example.com/', 'http://192.0.2.1/', 'http://[2001:db8::1]/', 'http://localhost.test/'])(
    'is %s, on another machine, only where that is said',
    url => {
      expect(() => read(url)).toThrow('another machine')
      expect(read(url, true)).toBe(url)
    },
  )

  it.each(['http://127.0.0.1:8080/x', 'http://localhost:8080/x', 'http://[::1]:8080/x'])(
    'is never %s, the server itself',
    url => expect(() => read(url, true)).toThrow('the server itself'),
  )

  it.each(['ftp://localhost/', 'file:///etc/passwd', 'localhost:3000', 'http://a:b@localhost/'])('is never %s', url =>
    expect(() => read(url, true)).toThrow(),
  )
})
