/** A number as people read it: '12,438'. */
export const figure = (value: number): string => value.toLocaleString('en-US')

/** '1 message', '12,438 messages'. */
export const counted = (amount: number, one: string, many = `${one}s`): string =>
  `${figure(amount)} ${amount === 1 ? one : many}`
