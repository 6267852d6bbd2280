const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })
const short = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })

/** Formats a number: `1,234`, or `1.2M` from a million up, so that it always fits. */
export const compactNumber = (value: number): string => (Math.abs(value) < 1_000_000 ? whole : short).format(value)
