/** Where the engine for variants lies: in an npm package of its own, which only those install who ask for it. */
export async function engine(): Promise<URL> {
  const found = await import('ninefold-variants').catch((cause: unknown) => {
    throw new Error('ninefold/variants needs the package ninefold-variants: npm install ninefold-variants', { cause });
  });
  return found.default;
}
