/** Blocks the thread for `ms`. */
export default function spin(ms: number): number {
  const begun = Date.now()
  while (Date.now() - begun < ms);
  return process.pid
}
