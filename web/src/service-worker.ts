/**
 * Keeps the page for offline use: one cache for each build, filled as a whole before it is used.
 *
 * Everything is answered from the cache first. Names of files hold a hash of what is in them, and a new build becomes
 * active only when no tab shows the old one any more, so a page never gets parts of two builds.
 */

import { hasSimd } from './engine/simd';

/** What of a service worker is used here; TypeScript's own types for it clash with those of a page. */
interface ExtendableEvent extends Event {
  waitUntil(promise: Promise<unknown>): void;
}
interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}
interface Scope {
  addEventListener(type: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
  readonly registration: { readonly scope: string };
}

/** The files of this build, relative to the page (which is itself ''), and its name; set when it is built. */
declare const __FILES__: readonly string[];
declare const __BUILD__: string;

const scope = self as unknown as Scope;
const PREFIX = 'ninefold-';
const CACHE = PREFIX + __BUILD__;

/** The engine for variants is kept once somebody has met one: most visitors never do. */
const isKeptLater = (file: string): boolean => file.includes('ninefold-variants-');

/** Of the two engines this browser needs one, and the rater; pictures for others are not needed at all. */
const isNeeded = (file: string): boolean =>
  file.endsWith('.wasm')
    ? file.includes('ninefold-se-') || file.includes('-simd') === hasSimd()
    : !file.startsWith('preview');

const address = (file: string): string => new URL(file, scope.registration.scope).href;

scope.addEventListener('install', (event) => {
  const fill = async () => {
    const cache = await caches.open(CACHE);
    // `reload`: what the browser remembers under the name of a file that has no hash may be older than the build.
    await cache.addAll(
      __FILES__
        .filter((file) => isNeeded(file) && !isKeptLater(file))
        .map((file) => new Request(address(file), { cache: 'reload' })),
    );
  };
  event.waitUntil(fill());
});

scope.addEventListener('activate', (event) => {
  const clear = async () => {
    const names = await caches.keys();
    await Promise.all(
      names.filter((name) => name.startsWith(PREFIX) && name !== CACHE).map((name) => caches.delete(name)),
    );
  };
  event.waitUntil(clear());
});

scope.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || !request.url.startsWith(scope.registration.scope)) return;
  const answer = async () => {
    const cache = await caches.open(CACHE);
    // The page has one address, whatever is asked of it behind a question mark.
    const key = request.mode === 'navigate' ? address('') : request;
    const kept = await cache.match(key, { ignoreSearch: true });
    if (kept) return kept;
    const response = await fetch(request);
    if (response.ok && isKeptLater(request.url)) await cache.put(request, response.clone()).catch(() => undefined);
    return response;
  };
  event.respondWith(answer());
});
