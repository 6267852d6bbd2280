/** Reads `#068ADD`, `068add`, `#06d` or `0x068ADD`. @returns `#RRGGBB` in upper case; undefined if it is no color */
export function readColour(typed: string): string | undefined {
  const [, short, long] = /^(?:#|0x)?(?:([0-9a-f]{3})|([0-9a-f]{6}))$/i.exec(typed.trim()) ?? []
  const digits = long ?? short?.replaceAll(/./g, '$&$&')
  return digits && `#${digits.toUpperCase()}`
}

/** Like {@link readColour}, but anything else stays as typed, so that the error can refer to it. */
export const tidyColour = (typed: string): string => readColour(typed) ?? typed
