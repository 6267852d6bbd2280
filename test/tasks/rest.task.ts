/** Blocks for this many milliseconds without using the processor, as if the machine gave it to others. */
export default function rest(ms: number): boolean {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
  return true
}
