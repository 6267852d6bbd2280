/** Allocates memory until it is stopped: on the heap or outside of it. */
export default function hog(where: 'heap' | 'buffers'): number {
  const held: unknown[] = []
  for (;;) {
    if (where === 'buffers') held.push(Buffer.alloc(1024 ** 2, held.length))
    else held.push(Array.from({ length: 1000 }, (_, index) => ({ index, text: `${held.length}.${index}` })))
  }
}
