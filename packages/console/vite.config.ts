import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** The gateway replaces it in each answer (`serve/console-page.ts`). */
const NONCE = '__CONSOLE_NONCE__'
/** It sets the theme before anything is painted, so it is a script that the page waits for, in a file of its own. */
const FIRST_PAINT = 'first-paint'

const firstPaint = (): Plugin => ({
  name: 'sluice-first-paint',
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle }) {
      const chunk = Object.values(bundle ?? {}).find(({ name }) => name === FIRST_PAINT)
      const src = chunk ? `/console/${chunk.fileName}` : '/console/src/first-paint.ts'
      return [{ tag: 'script', attrs: chunk ? { src } : { src, type: 'module' }, injectTo: 'head-prepend' }]
    },
  },
})

export default defineConfig({
  base: '/console/',
  plugins: [react(), firstPaint()],
  html: { cspNonce: NONCE },
  css: { modules: { localsConvention: 'camelCaseOnly' } },
  build: {
    target: 'es2024',
    license: { fileName: 'assets/licences.md' },
    modulePreload: { polyfill: false },
    // A file of each asset, so that img-src and font-src need no more than the origin.
    assetsInlineLimit: 0,
    rolldownOptions: { input: { index: 'index.html', [FIRST_PAINT]: 'src/first-paint.ts' } },
  },
  server: {
    proxy: Object.fromEntries(
      [
        '/token',
        '/whoami',
        '/keys',
        '/plugins',
        '/webhooks',
        '/admin',
        '/acl',
        '/gql-apps',
        '/users',
        '/events',
        '/docs',
      ].map(path => [path, { target: 'http://127.0.0.1:8080' }]),
    ),
  },
})
