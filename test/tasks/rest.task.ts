/** Waits for so many milliseconds without using the processor, as on a machine that gives it to others. */
export default function rest(ms: number): boolean {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
  return true
}
