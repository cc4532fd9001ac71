/** Where the WebAssembly module lies that `ninefold/variants` loads. */
declare const address: URL;
export default address;
