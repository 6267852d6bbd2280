/** '9 of 11 modules. Anti-Integration and Anti-Prune are off.' */
export function moduleWords(modules: readonly { label: string; on: boolean }[]): string {
  const off = modules.flatMap(({ label, on }) => (on ? [] : [label]))
  if (off.length === 0) return `All ${modules.length} modules are on.`
  const count = `${modules.length - off.length} of ${modules.length} modules.`
  if (off.length > 3) return count
  const names = off.length === 1 ? off[0] : `${off.slice(0, -1).join(', ')} and ${off.at(-1)}`
  return `${count} ${names} ${off.length === 1 ? 'is' : 'are'} off.`
}
