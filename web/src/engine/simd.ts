/** Whether the browser has WebAssembly's vectors. */

/**
 * The smallest module that needs simd128: a function that makes a vector of zeros and counts its bits.
 *
 *     (func (result v128) i32.const 0  i8x16.splat  i8x16.popcnt)
 */
const PROBE = Uint8Array.of(
  ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00], // magic number, version 1
  ...[0x01, 0x05, 0x01, 0x60, 0x00, 0x01, 0x7b], // one type: () -> v128
  ...[0x03, 0x02, 0x01, 0x00], // one function of that type
  ...[0x0a, 0x0a, 0x01, 0x08, 0x00, 0x41, 0x00, 0xfd, 0x0f, 0xfd, 0x62, 0x0b], // its body
);

export const hasSimd = (): boolean => WebAssembly.validate(PROBE);
