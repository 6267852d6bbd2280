const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })
const short = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })

/** `1,234`; from a million on `1.2M`, so that it always fits. */
export const compactNumber = (value: number): string => (Math.abs(value) < 1_000_000 ? whole : short).format(value)
