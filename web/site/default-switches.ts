/**
 * What is on in a new server: 'Moderation and Reputation are on from the start; the other features wait ...', without a
 * full stop.
 */
export function atFirst(switches: readonly { title: string; on: boolean }[]): string {
  const on = switches.flatMap(({ title, on }) => (on ? [title] : []))
  if (on.length === 0) return 'Every feature waits until you switch it on'
  const names = new Intl.ListFormat('en').format(on)
  return `${names} ${on.length === 1 ? 'is' : 'are'} on from the start; the other features wait until you switch them on`
}
