import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Plugin, build, defineConfig } from 'vite';

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
  "require-trusted-types-for 'script'",
  'trusted-types ninefold',
].join('; ');

/** Writes the policy into the built page; the development server needs inline styles. */
const policy = (): Plugin => ({
  name: 'content-security-policy',
  apply: 'build',
  transformIndexHtml: () => [
    { tag: 'meta', attrs: { 'http-equiv': 'Content-Security-Policy', content: POLICY }, injectTo: 'head-prepend' },
  ],
});

/** Programs that show a preview of a link take whole addresses only: that of the page, with a slash at its end. */
export const withAddress = (html: string, address: string): string =>
  address
    ? html.replace(
        /<meta property="og:image" content="\.\/([^"]+)" \/>/,
        `<meta property="og:url" content="${address}" />\n    <meta property="og:image" content="${address}$1" />`,
      )
    : html;

const preview = (): Plugin => ({
  name: 'preview',
  apply: 'build',
  transformIndexHtml: (html) => withAddress(html, process.env['PAGE_ADDRESS'] ?? ''),
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

/** Builds the service worker when everything else is there, with the list of all files. */
const offline = (): Plugin => ({
  name: 'offline',
  apply: 'build',
  async closeBundle() {
    const dist = fileURLToPath(new URL('dist/', import.meta.url));
    const files = readdirSync(dist, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => `${entry.parentPath}/${entry.name}`.replaceAll('\\', '/').slice(dist.length))
      .map((file) => file.replace(/^\/+/, ''))
      .filter((file) => file !== 'service-worker.js')
      .sort();
    const hash = createHash('sha256');
    for (const file of files) hash.update(file).update(readFileSync(dist + file));
    // Some hosts answer the page's full name with a redirection, which must not be kept.
    const names = files.map((file) => (file === 'index.html' ? '' : file));
    await build({
      configFile: false,
      publicDir: false,
      logLevel: 'warn',
      define: { __FILES__: JSON.stringify(names), __BUILD__: JSON.stringify(hash.digest('hex').slice(0, 16)) },
      build: {
        target: 'es2022',
        emptyOutDir: false,
        outDir: dist,
        rollupOptions: {
          input: fileURLToPath(new URL('src/service-worker.ts', import.meta.url)),
          output: { format: 'iife', entryFileNames: 'service-worker.js' },
        },
      },
    });
  },
});

export default defineConfig({
  // Works from any folder of any host.
  base: './',
  plugins: [policy(), preview(), fontLicense(), offline()],
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
  },
  // Minutes where seconds are enough: other suites may run beside.
  test: { include: ['tests/unit/**/*.test.ts'], testTimeout: 120_000 },
} as import('vite').UserConfig);
