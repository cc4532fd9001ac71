import { readFileSync } from 'node:fs';
import { type Plugin, defineConfig } from 'vite';

/** What the page may load: its own files, nothing else; no inline script or style runs. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** Writes the policy into the built page; the development server needs inline styles. */
const policy = (): Plugin => ({
  name: 'content-security-policy',
  apply: 'build',
  transformIndexHtml: () => [
    { tag: 'meta', attrs: { 'http-equiv': 'Content-Security-Policy', content: POLICY }, injectTo: 'head-prepend' },
  ],
});

/** The font's licence wants to be where the font is. */
const fontLicense = (): Plugin => ({
  name: 'font-license',
  apply: 'build',
  generateBundle() {
    const path = new URL('node_modules/@fontsource-variable/atkinson-hyperlegible-next/LICENSE', import.meta.url);
    this.emitFile({ type: 'asset', fileName: 'assets/font-license.txt', source: readFileSync(path, 'utf8') });
  },
});

export default defineConfig({
  // Works from any folder of any host.
  base: './',
  plugins: [policy(), fontLicense()],
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
  },
  test: { include: ['tests/unit/**/*.test.ts'] },
} as import('vite').UserConfig);
