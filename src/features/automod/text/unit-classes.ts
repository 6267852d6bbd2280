const pageUnits = 256

/** Numbers for the UTF-16 units that occur in some texts; 0 for all others. */
interface UnitClasses {
  classOf(unit: number): number
  /** The number of classes, including 0. */
  count: number
  bytes: number
}

/** @param alike characters that get the class of another one; no text contains them */
export function unitClasses(texts: readonly string[], alike: Readonly<Record<string, string>>): UnitClasses {
  const pages: (Uint16Array | undefined)[] = []
  const pageOf = (unit: number): Uint16Array => (pages[unit >> 8] ??= new Uint16Array(pageUnits))
  const classOf = (unit: number): number => pages[unit >> 8]?.[unit & 255] ?? 0
  let count = 1
  for (const text of texts)
    for (let at = 0; at < text.length; at++) {
      const unit = text.charCodeAt(at)
      if (classOf(unit) === 0) pageOf(unit)[unit & 255] = count++
    }
  for (const [sign, same] of Object.entries(alike)) {
    const unit = sign.charCodeAt(0)
    pageOf(unit)[unit & 255] = classOf(same.charCodeAt(0))
  }
  const made = pages.filter(page => page !== undefined).length
  return { classOf, count, bytes: made * (2 * pageUnits + typedArrayBytes) + 8 * pages.length }
}

/** The approximate overhead of a typed array, in bytes. */
export const typedArrayBytes = 200
