/** The address of the module, written like this for bundlers. */
export default new URL('./ninefold-variants.wasm', import.meta.url);
