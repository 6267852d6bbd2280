/** A number as people read it: '12,438'. */
export const formatNumber = (value: number): string => value.toLocaleString('en-US')

/** '1 member', '12,438 members'. */
export const formatCount = (amount: number, one: string): string =>
  `${formatNumber(amount)} ${amount === 1 ? one : `${one}s`}`
