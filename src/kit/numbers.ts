/** Formats a number for people: '12,438'. */
export const formatNumber = (value: number): string => value.toLocaleString('en-US')

/** '1 message', '12,438 messages'. */
export const formatCount = (amount: number, one: string, many = `${one}s`): string =>
  `${formatNumber(amount)} ${amount === 1 ? one : many}`
