/** Lets the page work without a network after the first visit. */

import { scriptUrl } from './trusted';

/** Registers the service worker of the built page. A failure here goes unnoticed while there is a network. */
export function keepForOffline(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  // The first visit is for the page itself.
  window.addEventListener('load', () => {
    const url = new URL('service-worker.js', document.baseURI);
    navigator.serviceWorker.register(scriptUrl(url.href)).catch(() => undefined);
  });
}
