import { describe, expect, it } from '@jest/globals'
import { readLiveConfig } from '@sluice/service-kit'
import { settings } from '../src/settings.ts'

describe('the settings of the webhook dispatcher', () => {
  it('need nothing to be set: every default is valid', () => {
    expect(readLiveConfig(settings, {})).toMatchObject({ kind: 'read' })
  })

  it.each([
    ['WEBHOOK_ALLOW_CIDRS', '10.0.0.0'],
    ['WEBHOOK_ALLOW_CIDRS', '10.0.0.0/8:70000'],
    ['WEBHOOK_PROXY', 'proxy:3128'],
    ['WEBHOOK_PROXY', 'socks5://proxy:1080'],
    ['WEBHOOK_PROXY', 'http://proxy:3128/path'],
    ['WEBHOOK_PROXY', 'http://proxy:3128?x=1'],
    ['WEBHOOK_PROXY', 'http://:password@proxy:3128'],
    ['WEBHOOK_PROXY', 'http://user:100%@proxy:3128'],
    ['WEBHOOK_PROXY_RESOLVES', 'yes'],
    ['SMTP_URL', 'http://mail.example.com'],
    ['SMTP_URL', 'smtp://mail.example.com/?tls=no'],
    ['SMTP_URL', 'smtp://user@mail.example.com'],
    ['SMTP_URL', 'smtp://user:100%@mail.example.com'],
    ['SMTP_FROM', 'Sluice <sluice@example.com>'],
    ['EMAIL_DAILY_ALLOWANCE', '-1'],
  ])('refuse %s=%s by name', (name, value) => {
    expect(readLiveConfig(settings, { [name]: value })).toMatchObject({ kind: 'faulty', faults: [{ name }] })
  })

  it.each([
    ['WEBHOOK_ALLOW_CIDRS', '10.0.0.0/8, 127.0.0.1/32:9000, ::1/128, ::1/128:443'],
    ['WEBHOOK_PROXY', 'http://proxy:3128'],
    ['WEBHOOK_PROXY', 'https://user%40example.com:p%25@[2001:db8::1]:443/'],
    ['NO_PROXY', 'example.com, .internal, 10.0.0.1:443, *'],
    ['WEBHOOK_PROXY_RESOLVES', 'true'],
    ['SMTP_URL', 'smtp://mail.example.com'],
    ['SMTP_URL', 'smtps://user%40example.com:p%25@[2001:db8::1]:465'],
    ['SMTP_FROM', 'sluice@example.com'],
    ['EMAIL_DAILY_ALLOWANCE', '0'],
  ])('take %s=%s', (name, value) => {
    expect(readLiveConfig(settings, { [name]: value })).toMatchObject({ kind: 'read' })
  })
})
