/**
 * A number as people read it: '12,438', '1.5'; three decimals at most. Not by `Intl`, whose first use takes phones as
 * long as the rendering of a page.
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
