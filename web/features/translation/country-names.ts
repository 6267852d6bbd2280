/** More names would only fill the page. */
const shown = 4

const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })

/** Countries by their codes, as text: 'Austria, Germany and 2 more'. */
export function countryNames(codes: readonly string[]): string {
  if (codes.length === 0) return 'No flag stands for it.'
  const known = codes.map(code => names.of(code) ?? code).toSorted((a, b) => a.localeCompare(b))
  const rest = known.length - shown
  return rest > 0 ? `${known.slice(0, shown).join(', ')} and ${rest} more` : known.join(', ')
}
