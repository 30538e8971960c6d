/** What the page needs none of, and no script that got in may use. */
const OFF = ['camera', 'display-capture', 'geolocation', 'hid', 'microphone', 'midi', 'payment', 'serial', 'usb']

const policyFor = (nonce: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')

/** The headers of a page of the console. @param nonce made for this answer alone */
export const pageHeaders = (nonce: string): Readonly<Record<string, string>> => ({
  'content-security-policy': policyFor(nonce),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': OFF.map(feature => `${feature}=()`).join(', '),
  'x-frame-options': 'DENY',
  'cache-control': 'no-cache',
})
