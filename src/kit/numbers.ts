/** Formats a number for people: '12,438'. */
export const formatNumber = (value: number): string => value.toLocaleString('en-US')

/** '1 message', '12,438 messages'. */
export const formatCount = (amount: number, one: string, many = `${one}s`): string =>
  `${formatNumber(amount)} ${amount === 1 ? one : many}`

/** Formats a size in the binary units that Discord's limits have: '812 bytes', '40 KiB', '1.4 MiB'. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return formatCount(bytes, 'byte')
  const inKibibytes = Math.round(bytes / 1024)
  if (inKibibytes < 1024) return `${inKibibytes} KiB`
  // Compared after rounding: there are no '1024 MiB'.
  const rounded = (value: number) => Number(value.toFixed(1))
  const inMebibytes = rounded(bytes / 1024 ** 2)
  return inMebibytes < 1024 ? `${inMebibytes} MiB` : `${rounded(bytes / 1024 ** 3)} GiB`
}
