/**
 * Trusted Types: the page's policy lets no text become a script or its address, but for addresses that this one
 * function lets through, which are files of the page itself.
 */

interface Policy {
  createScriptURL(url: string): unknown;
}
interface Factory {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): Policy;
}

const own = (url: string): string => {
  if (new URL(url, document.baseURI).origin !== location.origin) throw new TypeError(`not a file of this page: ${url}`);
  return url;
};

const { trustedTypes } = globalThis as { trustedTypes?: Factory };
const policy = trustedTypes?.createPolicy('ninefold', { createScriptURL: own });

/** An address of a script, for `Worker` and service workers. */
export const scriptUrl = (url: string): string => (policy ? policy.createScriptURL(url) : own(url)) as string;
