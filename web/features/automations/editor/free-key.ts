/** A key that no entry of a list has yet. */
export function freeKey(letter: string, list: readonly { id: string }[]): string {
  const used = new Set(list.map(({ id }) => id))
  for (let number = list.length + 1; ; number++) if (!used.has(`${letter}${number}`)) return `${letter}${number}`
}
