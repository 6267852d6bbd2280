/** Does nothing for `ms`, and lets nothing else happen. */
export default function spin(ms: number): number {
  const begun = Date.now()
  while (Date.now() - begun < ms);
  return process.pid
}
