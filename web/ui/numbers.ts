/**
 * A number for people: '12,438', '1.5'; at most three decimals. Not by `Intl`: its first use takes a phone as long as
 * rendering a page.
 */
export function formatNumber(value: number): string {
  const rounded = Number.isInteger(value) ? value : Math.round(value * 1000) / 1000
  const [whole = '', decimals] = String(rounded).split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return decimals === undefined ? grouped : `${grouped}.${decimals}`
}

/** '1 member', '12,438 members'. */
export const formatCount = (amount: number, one: string): string =>
  `${formatNumber(amount)} ${amount === 1 ? one : `${one}s`}`

/** A size in the binary units that Discord's limits have: '812 bytes', '40 KiB', '1.4 MiB'. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return formatCount(bytes, 'byte')
  const inKibibytes = Math.round(bytes / 1024)
  if (inKibibytes < 1024) return `${inKibibytes} KiB`
  // Compared after rounding: there are no '1024 MiB'.
  const rounded = (value: number) => Number(value.toFixed(1))
  const inMebibytes = rounded(bytes / 1024 ** 2)
  return inMebibytes < 1024 ? `${inMebibytes} MiB` : `${rounded(bytes / 1024 ** 3)} GiB`
}
