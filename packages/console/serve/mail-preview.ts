/** Its name below `/console/`. It is no file of a build. */
export const MAIL_PREVIEW = 'mail-preview.html'

/**
 * Takes a mail from the page around it and shows it: without what runs, leads away or is fetched, with the styles that it
 * brings. The policy would stop all of that besides.
 */
const SCRIPT = String.raw`
const withoutAddresses = css => css.replace(/@import[^;]*;?|url\([^)]*\)/gi, 'none')
addEventListener('message', event => {
  if (event.source !== parent || typeof event.data !== 'string') return
  const mail = new DOMParser().parseFromString(event.data, 'text/html')
  const unwanted = 'script,meta,base,link,iframe,frame,frameset,object,embed,form,video,audio,source,template,noscript'
  for (const element of mail.querySelectorAll(unwanted)) element.remove()
  for (const element of mail.querySelectorAll('*')) {
    for (const { name, value } of [...element.attributes]) {
      if (/^on|^(src|srcset|href|background|poster|action|ping|autofocus|tabindex)$|:href$/i.test(name)) {
        element.removeAttribute(name)
        if (name === 'href' && element.tagName === 'A') element.title = value
      }
      if (name === 'style') element.setAttribute(name, withoutAddresses(value))
    }
  }
  for (const picture of mail.querySelectorAll('img:not([alt])')) picture.alt = 'A picture, which is not loaded'
  for (const style of mail.querySelectorAll('style')) style.textContent = withoutAddresses(style.textContent)
  document.head.replaceChildren(document.head.firstElementChild, ...mail.head.querySelectorAll('style'))
  document.body.replaceChildren(...mail.body.childNodes)
})
parent.postMessage('mail-preview', '*')
`

/** The page in which a mail is shown as HTML: a place of its own, from which nothing is reached. @param nonce of this answer */
export const mailPreviewPage = (nonce: string): string => `<!doctype html>
<html lang="en"><head><title>Mail</title></head><body><script nonce="${nonce}">${SCRIPT}</script></body></html>
`

/** Its headers: no origin, no network, no script but its own, and only in a page of the console. */
export const mailPreviewHeaders = (nonce: string): Readonly<Record<string, string>> => ({
  'content-security-policy': [
    'sandbox allow-scripts',
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    "style-src 'unsafe-inline'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; '),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'SAMEORIGIN',
  'cache-control': 'no-store',
})
